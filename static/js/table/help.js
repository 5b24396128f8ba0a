// @ts-check
/** Beside the sentence: the rules for just this, and a hint with its sheet of choices. */
import { h } from "../lib/h.js";
import { drawKnocker } from "./absence.js";
import { moveWords, ROUGH, roughly, shareWords } from "./hints.js";
import { openRules } from "./rules.js";

const BULB = [
  "M12 2.5C7.6 2.5 5 5.6 5 9.2C5 12.6 7.4 14 8.4 16.4H15.6C16.6 14 19 12.6 19 9.2C19 5.6 16.4 2.5 12 2.5Z",
  "M9 19.2H15M10 21.8H14",
  "M9.4 10L12 12L14.6 10",
];
const BOOK = ["M12 6.5C10 4.6 6.6 4 3 4.2V18.6C6.6 18.4 10 19 12 21C14 19 17.4 18.4 21 18.6V4.2C17.4 4 14 4.6 12 6.5Z", "M12 6.5V21"];

/** @param {string[]} lines */
function icon(lines) {
  return h(
    "svg",
    { class: "help-icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    lines.map((d, index) => h("path", { d, class: index === 0 ? "filled" : null })),
  );
}

/** @param {import("../table.js").Room} room */
export function drawHelp(room) {
  return h("div", { class: "help", key: "help" }, drawKnocker(room), drawRulesButton(room), drawHintButton(room));
}

/** @param {import("../table.js").Room} room */
function drawRulesButton(room) {
  const { t, board, stage } = room;
  if (!board?.rulesAt || stage.shown.view === null) return null;
  const open = () => openRules(room, board.rulesAt(stage.shown.view, room.context()));
  return drawButton({ key: "rules", words: t("rules.here"), lines: BOOK, onclick: open });
}

/** @param {import("../table.js").Room} room */
function drawHintButton({ t, hints }) {
  if (!hints.possible) return null;
  return drawButton({
    key: "hint",
    words: t("hint.button"),
    lines: BULB,
    "aria-busy": hints.thinking,
    "aria-expanded": hints.open,
    onclick: () => void hints.ask(),
  });
}

/** @param {any} what */
function drawButton({ key, words, lines, ...props }) {
  return h(
    "button",
    { class: `button little help-button for-${key}`, key, "aria-label": words, title: words, ...props },
    icon(lines),
    h("span", { class: "help-word", "aria-hidden": "true" }, words),
  );
}

/** @param {import("../table.js").Room} room */
export function drawHintSheet(room) {
  const { t, hints } = room;
  if (!hints.open) return null;
  const close = () => {
    hints.close();
    room.draw();
  };
  return h(
    "section",
    { class: "hint-sheet", key: "hint-sheet", "aria-label": t("hint.title") },
    h(
      "header",
      { class: "hint-head" },
      icon(BULB),
      h("h2", null, t("hint.title")),
      hints.thinking ? null : h("button", { class: "hint-close", "aria-label": t("dialog.close"), onclick: close }, "×"),
    ),
    hints.thinking
      ? h("p", { class: "hint-thinking", key: "thinking" }, h("span", { class: "hint-dots", "aria-hidden": "true" }), t("hint.thinking"))
      : [drawChoices(room), drawSource(room)],
  );
}

/** @param {import("../table.js").Room} room */
function drawChoices(room) {
  const choices = room.hints.current?.choices ?? [];
  return h(
    "ol",
    { class: "hint-choices", key: "choices" },
    choices.map((choice, index) => h("li", { key: index }, drawChoice(room, choice, index))),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {import("./hints.js").Choice} choice
 * @param {number} index
 */
function drawChoice(room, { move, wins }, index) {
  const { board, stage, hints, game } = room;
  const { current } = hints;
  return h(
    "button",
    { class: "hint-choice", "aria-pressed": hints.lit === index, onclick: () => hints.look(index) },
    h("span", { class: `piece ${board.hint.look}`, "aria-hidden": "true", "data-game": game.key }, board.hint.picture(move, stage.shown.view, room.context())),
    h(
      "span",
      { class: "hint-words" },
      h("span", null, moveWords(room, move)),
      wins === null || current === null
        ? null
        : [drawBar(roughly(wins, current.samples)), h("span", { class: "hint-share small soft" }, shareWords(room, current, index))],
    ),
  );
}

/** @param {number} wins */
function drawBar(wins) {
  return h("span", { class: "hint-bar", "aria-hidden": "true" }, h("span", { style: { "--share": wins } }));
}

/**
 * What the numbers are worth, and who is told.
 * @param {import("../table.js").Room} room
 */
function drawSource({ t, state, hints }) {
  const count = hints.current?.samples ?? 0;
  const company = state.table.seats.some((/** @type {any} */ { player, seat }) => player && seat !== state.seat);
  const told = hints.current?.choices.some(({ wins }) => wins !== null);
  const source = !told ? "hint.none" : count < ROUGH ? "hint.rough" : "hint.samples";
  return h(
    "p",
    { class: "hint-source small soft", key: "source" },
    t(source, { count }),
    company ? ` ${t("hint.company")}` : null,
  );
}
