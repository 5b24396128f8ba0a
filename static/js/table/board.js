// @ts-check
/** The part of the page that a game draws, and what stands in for it until it is here. */
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";

/**
 * The module that draws this game; its style sheet comes with the page.
 * @param {string} game
 */
export function loadBoard(game) {
  return import(`../games/${game}.js`);
}

/**
 * What a page has that shows a board: a table, a replay or a lesson.
 * @typedef {object} Frame
 * @property {import("../lib/t.js").Translate} t
 * @property {any} board  the module that draws the game, once it is here
 * @property {import("../lib/scenes.js").Stage} stage
 * @property {() => import("./context.js").BoardContext} context
 */

/** @param {Frame} page */
export function drawBoard(page) {
  const { t, board, stage } = page;
  const ready = board && stage.shown.view !== null;
  return h(
    "div",
    { class: "board", key: "board", onclick: () => stage.skip() },
    ready
      ? board.render(stage.shown.view, page.context())
      : h("p", { class: "board-wait" }, t("table.laying")),
  );
}

/**
 * What I can do now, or whom we wait for, in one sentence.
 * @param {import("../table.js").Room} room
 */
export function sentenceOf(room) {
  const { t, state, stage, board, pending } = room;
  const { table, seat } = state;
  if (table.state !== "playing" && !stage.held) return t(`sentence.${table.state}`);
  if (pending) return t("sentence.sent");
  const own = board?.sentence?.(stage.shown.view, room.context());
  if (own) return own;
  if (stage.held) return t("sentence.look");
  if (seat !== null && table.to_act.includes(seat)) return t("sentence.yours");
  const names = table.to_act.map((/** @type {number} */ other) => room.name(other));
  return t("sentence.waiting", { count: names.length, names: listWords(names) });
}
