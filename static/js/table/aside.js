// @ts-check
/** Where the log and the chat lie: beside the table, or over it when they are called for. */

const OVER = "(max-width: 899px), (max-height: 519px) and (min-aspect-ratio: 4/3)";

/** Whether the panel comes over the table; the style sheets ask the same. */
export function liesOver() {
  return matchMedia(OVER).matches;
}

/** @param {() => void} moved  called when what lay over the table is to lie beside it, or the other way round */
export function onMoved(moved) {
  matchMedia(OVER).addEventListener("change", moved);
}
