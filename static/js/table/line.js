// @ts-check
/** What one can do about somebody's line: hear its writer no more, or have it looked at. */
import { call, sentenceFor } from "../lib/api.js";
import { ask } from "../lib/dialog.js";
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { toast } from "../lib/page.js";

const REASONS = ["rude", "spam", "other"];
const LONGEST = 400;

/**
 * @param {import("../table.js").Room} room
 * @param {any} line
 */
export async function openLine(room, line) {
  const { t, talk } = room;
  const { player } = line.from;
  const wish = await ask(t("chat.about", { name: player.name }), (answer) => [
    h("h2", { key: "title" }, player.name),
    drawQuote(room, line),
    h(
      "div",
      { class: "line-ways", key: "ways" },
      h("button", { class: "button", onclick: () => answer("mute") }, t("mute.button", { name: player.name })),
      h("p", { class: "small soft" }, t("mute.text")),
      h("button", { class: "button", onclick: () => answer("report") }, t("report.button")),
      h("p", { class: "small soft" }, t("report.text")),
      h("button", { class: "button slight", onclick: () => answer(null) }, t("dialog.close")),
    ),
  ]);
  if (wish === "mute") talk.mute(player, true);
  if (wish === "report") await report(room, line);
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} line
 */
function drawQuote({ t }, line) {
  return h("blockquote", { class: "line-quote", key: "quote" }, line.text ?? t(`phrase.${line.phrase}`));
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} line
 */
async function report(room, line) {
  const { t } = room;
  const why = await askWhy(room, line);
  if (why === null) return;
  try {
    await call("POST", `/api/tables/${room.id}/reports`, { message: line.id, why });
    toast(t("report.thanks"));
  } catch (problem) {
    toast(sentenceFor(t, problem));
  }
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} line
 * @returns {Promise<string | null>}
 */
function askWhy(room, line) {
  const { t } = room;
  let reason = REASONS[0];
  return ask(t("report.title"), (answer, redraw) => {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      const more = String(form.get("more") ?? "").trim();
      answer(more ? `${reason}: ${more}` : reason);
    };
    const pick = (/** @type {string} */ to) => {
      reason = to;
      redraw();
    };
    return h(
      "form",
      { onsubmit: submit },
      h("h2", null, t("report.title")),
      drawQuote(room, line),
      choose({
        name: "reason",
        label: t("report.why"),
        choices: REASONS,
        value: reason,
        onChange: pick,
        words: (one) => t(`report.why.${one}`),
      }),
      h(
        "label",
        { class: "field" },
        h("span", null, t("report.more")),
        h("input", { name: "more", maxlength: LONGEST, autocomplete: "off" }),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button lit", type: "submit" }, t("report.send")),
        h("button", { class: "button", type: "button", onclick: () => answer(null) }, t("dialog.cancel")),
      ),
    );
  });
}
