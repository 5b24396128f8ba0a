// @ts-check
/** Who I am: a guest gets a made-up name, and is asked once for a better one. */
import { call, sentenceFor } from "./api.js";
import { ask } from "./dialog.js";
import { h } from "./h.js";
import { recall, remember } from "./noted.js";
import { toast } from "./page.js";

const ASKED = "kitchen-table:name-asked";

/**
 * Make sure that this visitor has a name that they chose or accepted; false if they would not say.
 * @param {import("./t.js").Translate} t
 * @param {string} yes  the key of what the name is given for
 */
export async function ensureName(t, yes = "name.sit") {
  const me = await call("GET", "/api/me");
  if (me.player && recall(ASKED)) return true;
  return askName(t, me.player?.name ?? me.suggested_name, yes);
}

/**
 * @param {import("./t.js").Translate} t
 * @param {string} suggestion
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
async function askName(t, suggestion, yes) {
  const name = await ask(t("name.title"), (answer) => nameForm(t, { suggestion, yes, answer }));
  if (name === null) return false;
  try {
    await call("PATCH", "/api/me", { name });
  } catch (problem) {
    toast(sentenceFor(t, problem));
    return false;
  }
  remember(ASKED, "yes");
  return true;
}

/**
 * @param {import("./t.js").Translate} t
 * @param {{suggestion: string, yes: string, answer: (value: any) => void}} wiring
 */
function nameForm(t, { suggestion, yes, answer }) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const name = String(new FormData(form).get("name") ?? "").trim();
    if (name) answer(name);
  };
  const select = (/** @type {HTMLInputElement} */ field) => setTimeout(() => field.select());
  return h(
    "form",
    { onsubmit: submit },
    h("h2", null, t("name.title")),
    h("p", { class: "soft" }, t("name.why")),
    h(
      "label",
      { class: "field" },
      h("span", null, t("name.label")),
      h("input", {
        name: "name",
        value: suggestion,
        maxlength: 24,
        required: true,
        autocomplete: "nickname",
        ref: select,
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button lit", type: "submit" }, t(yes)),
      h(
        "button",
        { class: "button", type: "button", onclick: () => answer(null) },
        t("dialog.cancel"),
      ),
    ),
  );
}
