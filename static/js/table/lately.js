// @ts-check
/** What just happened, in words, where no log is in sight; the voice says it to who cannot see it. */
import { h } from "../lib/h.js";
import { linesOfEntry, logContext, shownUpTo } from "./log.js";

/** So many of the last entries stay readable while the next ones come. */
const KEPT = 2;

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
 * @param {import("../table.js").Room} room
 * @param {import("../lib/store.js").Entry} entry
 * @param {any} context
 */
function wordsOf(room, entry, context) {
  return linesOfEntry(room, entry, context)
    .map(({ text }) => text)
    .join(" ");
}
