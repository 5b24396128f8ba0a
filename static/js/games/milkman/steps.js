// @ts-check
/** What a lesson lights of a move, one after the other: its dice, then the deed, then its details. */
import { deedsOf, diceOf } from "./moves.js";

/**
 * Selectors, the one that is nearest to the move first: what is not there yet is passed over.
 * @param {any} move
 */
export function steps(move) {
  const dice = diceOf(move);
  const chosen = dice.map((die) => `:has([data-die="${die}"][aria-pressed="true"])`).join("");
  const deeds = ["go", "leave", ...deedsOf([move]).map(({ key }) => key), move.type];
  return [
    ...deeds.map((deed) => `.milkman${chosen} [data-deed="${deed}"]`),
    ...dice.map((die) => `[data-die="${die}"]:not([aria-pressed="true"])`),
  ];
}
