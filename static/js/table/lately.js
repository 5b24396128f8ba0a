// @ts-check
/** What just happened, in words, where no log is in sight; the voice says it to who cannot see it. */
import { h } from "../lib/h.js";
import { inARow } from "../lib/sentences.js";
import { linesOfEntry, logContext, shownUpTo } from "./log.js";

/** So many of the last entries stay readable while the next ones come. */
const KEPT = 2;
/** Letters that two lines of a phone hold, wherever the first one ends. */
const AT_A_GLANCE = 80;

/** @param {import("../table.js").Room} room */
export function drawLately(room) {
  const { board, state } = room;
  if (!board || state.table.state !== "playing") return null;
  const shown = shownUpTo(room);
  const context = logContext(room);
  const lines = state.log
    .filter(({ seq }) => seq <= shown)
    .slice(-KEPT)
    .map((entry) => ({ seq: entry.seq, words: wordsOf(room, entry, context) }))
    .filter(({ words }) => words);
  return h(
    "div",
    { class: "lately", key: "lately", "aria-hidden": "true" },
    lines.map(({ seq, words }) => h("p", { key: seq }, words)),
  );
}

/**
 * The end of what an entry tells, as far as it can be read at a glance: what came of it is said last.
 * The next deal stands on the board itself.
 * @param {import("../table.js").Room} room
 * @param {import("../lib/store.js").Entry} entry
 * @param {any} context
 */
function wordsOf(room, entry, context) {
  const lines = linesOfEntry(room, entry, context);
  const told = lines.filter(({ opens }) => !opens);
  return glanceOf((told.length > 0 ? told : lines).map(({ text }) => text));
}

/** @param {string[]} texts  what happened, one after the other */
export function glanceOf(texts) {
  const left = [...texts];
  let words = left.pop() ?? "";
  while (left.length > 0 && words.length + (left.at(-1) ?? "").length < AT_A_GLANCE) words = inARow([left.pop() ?? "", words]);
  return words;
}
