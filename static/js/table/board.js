// @ts-check
/** The part of the page that a game draws, and what stands in for it until it is here. */
import { h } from "../lib/h.js";

/**
 * The game's module, after its style sheet is in place.
 * @param {string} game
 */
export async function loadBoard(game) {
  const [module] = await Promise.all([import(`../games/${game}.js`), loadStyle(game)]);
  return module;
}

/** @param {string} game */
function loadStyle(game) {
  const href = new URL(`../../css/games/${game}.css`, import.meta.url).href;
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** @param {import("../table.js").Room} room */
export function drawBoard(room) {
  const { board, stage } = room;
  const ready = board && stage.shown.view !== null;
  return h(
    "div",
    { class: "board", key: "board", onclick: () => stage.skip() },
    ready ? board.render(stage.shown.view, room.context()) : h("p", { class: "board-wait" }, room.t("table.laying")),
  );
}

/**
 * What I can do now, or whom we wait for, in one sentence.
 * @param {import("../table.js").Room} room
 */
export function sentenceOf(room) {
  const { t, state, stage, board, pending } = room;
  const { table, seat } = state;
  if (table.state !== "playing") return t(`sentence.${table.state}`);
  if (pending) return t("sentence.sent");
  if (stage.held) return t("sentence.look");
  const own = board?.sentence?.(stage.shown.view, room.context());
  if (own) return own;
  if (seat !== null && table.to_act.includes(seat)) return t("sentence.yours");
  const names = table.to_act.map((/** @type {number} */ other) => room.name(other));
  return t("sentence.waiting", { count: names.length, names: names.join(", ") });
}
