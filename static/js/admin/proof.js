// @ts-check
/** Some deeds want password and code once more: asked for here, then the refused call is repeated. */
import { call } from "../lib/api.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { refusalWords } from "./refusal.js";

/** Nobody gave them: what was refused stays undone, and there is nothing to say about it. */
export class Unproved extends Error {}

/**
 * Who I am, after I have shown it again. Throws `Unproved` when the dialog was closed.
 * @param {import("./house.js").House} house
 * @returns {Promise<any>}
 */
export async function prove({ t }) {
  /** @type {{busy: boolean, problem: string | null}} */
  const state = { busy: false, problem: null };
  const me = await ask(t("admin.proof.title"), (answer, redraw) => {
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      Object.assign(state, { busy: true, problem: null });
      redraw();
      try {
        answer(await call("POST", "/api/admin/proof", proofOf(form)));
      } catch (problem) {
        Object.assign(state, { busy: false, problem: wordsOf(t, problem) });
        redraw();
      }
    };
    return drawProof(t, state, submit, () => answer(null));
  });
  if (me === null) throw new Unproved();
  return me;
}

/** @param {FormData} form */
function proofOf(form) {
  return {
    password: String(form.get("password") ?? ""),
    code: String(form.get("code") ?? "").replaceAll(/\s/g, ""),
  };
}

/**
 * A wrong password or code is told as that; anything else in its own words.
 * @param {import("../lib/t.js").Translate} t
 * @param {any} problem
 */
function wordsOf(t, problem) {
  if (problem.code === "forbidden" || problem.code === "sign_in") return t("admin.proof.wrong");
  return refusalWords(t, problem);
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {{busy: boolean, problem: string | null}} state
 * @param {(event: SubmitEvent) => void} submit
 * @param {() => void} close
 */
function drawProof(t, { busy, problem }, submit, close) {
  return h(
    "form",
    { onsubmit: submit },
    h("h2", null, t("admin.proof.title")),
    h("p", { class: "soft" }, t("admin.proof.why")),
    problem && h("p", { class: "note", role: "alert", key: "problem" }, problem),
    h(
      "label",
      { class: "field", key: "password" },
      h("span", null, t("admin.proof.password")),
      h("input", {
        name: "password",
        type: "password",
        required: true,
        autocomplete: "current-password",
      }),
    ),
    h(
      "label",
      { class: "field", key: "code" },
      h("span", null, t("admin.proof.code")),
      h("input", {
        name: "code",
        inputmode: "numeric",
        pattern: "[0-9 ]{6,9}",
        maxlength: 9,
        required: true,
        autocomplete: "one-time-code",
      }),
    ),
    h(
      "div",
      { class: "row", key: "ways" },
      h("button", { class: "button lit", type: "submit", disabled: busy }, t("admin.proof.yes")),
      h("button", { class: "button", type: "button", onclick: close }, t("dialog.cancel")),
    ),
  );
}
