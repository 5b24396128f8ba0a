// @ts-check
/** What is kept of me: saved as a file, or deleted with me. */
import { call, sentenceFor } from "../lib/api.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { forgetEverything } from "../lib/noted.js";
import { toast } from "../lib/page.js";

/** @typedef {import("../lib/t.js").Translate} Translate */

/** @param {Translate} t */
export function drawMine(t) {
  return h(
    "section",
    { class: "sheet", key: "mine" },
    h("h2", null, t("me.data")),
    h("p", { class: "soft" }, t("me.data.text")),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: "/api/me/export", download: "" }, t("me.export")),
      h("a", { class: "button", href: "/privacy" }, t("nav.privacy")),
      h("button", { class: "button", type: "button", onclick: () => leave(t) }, t("me.delete")),
    ),
  );
}

/** Ask plainly, then leave: nobody is here afterwards. @param {Translate} t */
async function leave(t) {
  const sure = await ask(t("me.delete.title"), (answer) => drawQuestion(t, answer));
  if (!sure) return;
  try {
    await call("DELETE", "/api/me");
  } catch (problem) {
    toast(sentenceFor(t, problem));
    return;
  }
  forgetEverything();
  location.assign("/");
}

/**
 * @param {Translate} t
 * @param {(value: any) => void} answer
 */
function drawQuestion(t, answer) {
  const goes = ["name", "browsers", "chat", "seats"];
  const stays = ["matches", "house"];
  return h(
    "form",
    { method: "dialog", class: "me-leave", onsubmit: () => answer(true) },
    h("h2", { tabindex: -1, autofocus: true }, t("me.delete.title")),
    h("p", null, t("me.delete.goes")),
    h("ul", null, goes.map((key) => h("li", { key }, t(`me.delete.goes.${key}`)))),
    h("p", null, t("me.delete.stays")),
    h("ul", null, stays.map((key) => h("li", { key }, t(`me.delete.stays.${key}`)))),
    h("p", null, h("strong", null, t("me.delete.undo"))),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button", type: "submit" }, t("me.delete.yes")),
      h("button", { class: "button lit", type: "button", onclick: () => answer(null) }, t("dialog.cancel")),
    ),
  );
}
