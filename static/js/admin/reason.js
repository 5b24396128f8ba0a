// @ts-check
/**
 * Whatever is done to a table, a person or the house has a reason, which stays in the audit log:
 * the dialog that asks for it, sends the call and says in its own place why it was refused.
 */
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { toast } from "../lib/page.js";
import { Unproved } from "./proof.js";
import { refusalWords } from "./refusal.js";

const LONGEST = 500;

/**
 * @typedef {object} Deed
 * @property {string} title
 * @property {any} [text]  what will happen, in a sentence
 * @property {string} yes  the word on the button
 * @property {boolean} [grave]  what cannot be undone, or hurts: the sheet warns
 * @property {(redraw: () => void) => any} [fields]  more fields of the form, found by their names in
 *   `form`, and what they will do; `redraw` for those on which others depend
 * @property {(why: string, form: FormData) => [method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: any]} send
 *   the call to make; the body is sent with `why` in it
 * @property {string} [done]  a passing word when it is done
 */

/** @typedef {{busy: boolean, problem: string | null}} State */

/**
 * @param {import("./house.js").House} house
 * @param {Deed} deed
 * @returns {Promise<any>}  the answer of the server, `{}` for one without content, null if undone
 */
export async function askAndDo(house, deed) {
  /** @type {State} */
  const state = { busy: false, problem: null };
  const answered = await ask(deed.title, (answer, redraw) => {
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      Object.assign(state, { busy: true, problem: null });
      redraw();
      try {
        answer((await send(house, deed, form)) ?? {});
      } catch (problem) {
        const words = problem instanceof Unproved ? null : refusalWords(house.t, problem);
        Object.assign(state, { busy: false, problem: words });
        redraw();
      }
    };
    return drawDeed(house, deed, { state, submit, redraw, close: () => answer(null) });
  });
  if (answered !== null && deed.done) toast(deed.done);
  return answered;
}

/**
 * @param {import("./house.js").House} house
 * @param {Deed} deed
 * @param {FormData} form
 */
function send(house, deed, form) {
  const why = String(form.get("why") ?? "").trim();
  const [method, path, body] = deed.send(why, form);
  return house.call(method, path, { ...body, why });
}

/**
 * @param {import("./house.js").House} house
 * @param {Deed} deed
 * @param {{state: State, submit: (event: SubmitEvent) => void, redraw: () => void, close: () => void}} wiring
 */
function drawDeed({ t }, deed, { state, submit, redraw, close }) {
  return h(
    "form",
    { onsubmit: submit, class: deed.grave ? "deed grave" : "deed" },
    h("h2", { key: "title" }, deed.title),
    deed.text && h("p", { key: "text", class: deed.grave ? "warning" : "soft" }, deed.text),
    state.problem && h("p", { class: "note", role: "alert", key: "problem" }, state.problem),
    deed.fields?.(redraw),
    h(
      "label",
      { class: "field", key: "why" },
      h("span", null, t("admin.reason.label")),
      h("textarea", { name: "why", rows: 2, maxlength: LONGEST, required: true, autocomplete: "off" }),
      h("small", { class: "soft" }, t("admin.reason.kept")),
    ),
    h(
      "div",
      { class: "row", key: "ways" },
      h(
        "button",
        { class: deed.grave ? "button rust" : "button lit", type: "submit", disabled: state.busy },
        deed.yes,
      ),
      h("button", { class: "button", type: "button", onclick: close }, t("dialog.cancel")),
    ),
  );
}
