// @ts-check
/**
 * What happened at a position, in the words of the log. Where room is short whole sentences are
 * shown, the last ones first; what has no room is a tap away.
 */
import { h } from "../lib/h.js";
import { isEnded } from "../lib/sentences.js";
import { titleOf } from "../table/end.js";
import { linesOfEntry, linesOfEvents } from "../table/log.js";

const SIGNS = { open: "M5 15l7-7 7 7", close: "M5 9l7 7 7-7" };

/** @param {import("../replay.js").Replay} replay */
export function drawCaption(replay) {
  const { t, seq, whole, cut } = replay;
  const kinds = ["replay-caption", whole && "is-whole", seq === 0 && "is-beginning"];
  return h(
    "div",
    { class: kinds.filter(Boolean).join(" "), key: "caption" },
    h(
      "p",
      { class: "sentence", "aria-live": "polite", "aria-atomic": "true", key: "words" },
      h("span", { class: "replay-said" }, drawSentences(sentencesOf(replay))),
    ),
    (cut || whole) && drawOpener(t, replay),
  );
}

/**
 * A space between two of them is for those who hear them, a dot behind one that has no end of its own
 * for those who see the next in the same line.
 * @param {string[]} sentences
 */
function drawSentences(sentences) {
  return sentences.flatMap((words, place) => {
    const goesOn = place < sentences.length - 1 && !isEnded(words);
    return [
      place > 0 && " ",
      h("span", { key: place, class: goesOn ? "goes-on" : null, style: { "--place": -place } }, words),
    ];
  });
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {import("../replay.js").Replay} replay
 */
function drawOpener(t, replay) {
  const { whole } = replay;
  const words = t(whole ? "replay.words_less" : "replay.words_all");
  return h(
    "button",
    {
      class: "replay-words",
      key: "opener",
      "aria-expanded": whole,
      "aria-label": words,
      title: words,
      onclick: () => replay.showWhole(!whole),
    },
    h(
      "svg",
      { viewBox: "0 0 24 24", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
      h("path", { d: whole ? SIGNS.close : SIGNS.open }),
    ),
  );
}

/**
 * What happened last where nothing is said of this position.
 * @param {import("../replay.js").Replay} replay
 * @returns {string[]}
 */
function sentencesOf(replay) {
  const { t, seq, board, index } = replay;
  const entry = index[seq];
  if (!board || !entry) return [t("replay.beginning")];
  const room = /** @type {any} */ (replay);
  const context = replay.context();
  if (seq === 0) {
    const told = linesOfEvents(room, entry.events, context);
    return [t("replay.beginning"), ...told.map(({ text }) => text)];
  }
  for (const told of index.slice(1, seq + 1).reverse()) {
    const lines = linesOfEntry(room, /** @type {any} */ (told), context);
    if (lines.length > 0) return [...lines.map(({ text }) => text), ...resultOf(replay)];
  }
  return [];
}

/** Who has won, at the end, as one more sentence. @param {import("../replay.js").Replay} replay */
function resultOf(replay) {
  if (!replay.index[replay.seq]?.result) return [];
  const result = titleOf(/** @type {any} */ (replay));
  return [isEnded(result) ? result : replay.t("replay.result", { result })];
}

/**
 * Whether some of it has no room: a sentence beside those in sight, or the end of one of them.
 * @param {Element} root
 */
export function isCut(root) {
  const shown = root.querySelector(".replay-caption:not(.is-whole) .replay-said");
  if (!shown) return false;
  const edges = shown.getBoundingClientRect();
  return [...shown.children].some(
    (one) => isOutside(one.getBoundingClientRect(), edges) || one.scrollHeight > one.clientHeight + 1,
  );
}

/**
 * @param {{left: number, top: number, bottom: number}} one
 * @param {{right: number, top: number, bottom: number}} edges
 */
function isOutside(one, edges) {
  return one.left >= edges.right || one.top < edges.top - 1 || one.bottom > edges.bottom + 1;
}
