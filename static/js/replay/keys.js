// @ts-check
/** The keyboard: arrows step, space plays and rests, Home and End go to both ends. */

/**
 * @param {import("../replay.js").Replay} replay
 * @param {KeyboardEvent} event
 */
export function goByKey(replay, event) {
  if (event.key === "Escape") return closeSheet(replay);
  if (event.ctrlKey || event.metaKey || event.altKey || belongsElsewhere(event)) return;
  const deeds = /** @type {Record<string, () => void>} */ ({
    ArrowRight: () => replay.jump(replay.seq + 1),
    ArrowLeft: () => replay.jump(replay.seq - 1),
    Home: () => replay.jump(0),
    End: () => replay.jump(replay.last),
    " ": () => replay.player.toggle(),
  });
  const deed = deeds[event.key];
  if (!deed) return;
  event.preventDefault();
  deed();
}

/**
 * Whether the key means something to what has the focus: a list, a slider, a button's space.
 * @param {KeyboardEvent} event
 */
function belongsElsewhere({ key, target }) {
  if (!(target instanceof Element) || document.querySelector("dialog[open]")) return true;
  if (target.matches("input, select, textarea")) return true;
  return key === " " && target.matches("button, a, summary");
}

/** What lies open over the board: its own sheet, or all of the caption. @param {import("../replay.js").Replay} replay */
function closeSheet(replay) {
  if (document.querySelector("dialog[open]")) return;
  if (replay.whole) replay.showWhole(false);
  else if (replay.board?.close?.(replay.ui)) replay.draw();
}
