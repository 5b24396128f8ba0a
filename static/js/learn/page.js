// @ts-check
/** The page of a lesson: the bar, the card that explains, and the board. */
import { drawBrand } from "../lib/brand.js";
import { h } from "../lib/h.js";
import { drawLookOpener } from "../lib/look_menu.js";
import { gameName } from "../lib/t.js";
import { drawPeople } from "../replay/people.js";
import { drawBoard } from "../table/board.js";
import { drawCard } from "./card.js";

/** @param {import("../learn.js").Learning} learning */
export function drawLearning(learning) {
  return [drawBar(learning), drawCard(learning), drawTable(learning)];
}

/** @param {import("../learn.js").Learning} learning */
function drawBar(learning) {
  const { t, game } = learning;
  return h(
    "header",
    { class: "bar", key: "bar" },
    drawBrand(t),
    h("h1", { class: "bar-title" }, t("lesson.title", { game: gameName(t, game) })),
    drawLookOpener(t, (words) => learning.speak(words)),
    h("a", { class: "button little", href: "/" }, t("lesson.leave")),
  );
}

/** @param {import("../learn.js").Learning} learning */
function drawTable(learning) {
  const words = sentenceOf(learning);
  return h(
    "main",
    { class: "table-top", id: "main", key: "play", tabindex: -1, "data-game": learning.game.key },
    learning.board?.seatsPeople ? null : drawPeople(learning),
    drawBoard(learning),
    h("div", { class: "mine lesson-foot", key: "foot" }, words && h("p", { class: "sentence" }, words)),
  );
}

/** What the table itself would say now; nothing when all is told. @param {import("../learn.js").Learning} learning */
function sentenceOf(learning) {
  const { t, board, phase, stage, step } = learning;
  const asked = phase === "ask" && step?.move;
  if (!step) return null;
  if (!asked && !stage.held) return t(phase === "told" || step.frames.length === 0 ? "lesson.on" : "lesson.look");
  return board?.sentence?.(stage.shown.view, learning.context()) ?? t("sentence.yours");
}
