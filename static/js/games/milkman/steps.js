// @ts-check
/** What a lesson lights of a move, one after the other: its dice, then the deed, then its details. */
import { deedsOf, diceOf } from "./moves.js";
import { TANKS } from "./printed.js";

const TRUCK = '[data-thing="truck"]';
const BARN = '[data-thing="barn"]';

/** @type {Record<string, (move: any) => string[]>} */
const ABOUT = {
  milk: ({ into }) => ['[data-thing="cows"]', ...TANKS.filter((_, tank) => into[tank] > 0).map((tank) => `[data-thing="${tank}"]`)],
  bottle: ({ tank }) => [`[data-thing="${TANKS[tank]}"]`, BARN, ".mm-market"],
  claim: ({ zone }) => [`[data-thing="zone${zone}"]`, `[data-thing="place${zone}"] .mm-plate`],
  truck: () => [TRUCK],
  load: () => [BARN, TRUCK],
  drive: ({ to }) => [`[data-thing="place${to}"]`, TRUCK],
  deliver: () => [".mm-stop:has(.is-ready)", TRUCK],
  done: () => [TRUCK],
};

/** @type {Record<string, (move: any) => string[]>} */
const ABOUT_AFTERWARDS = {
  bottle: () => [BARN],
  claim: ({ zone }) => [`[data-thing="place${zone}"] .mm-housing`, `[data-thing="place${zone}"] .mm-hooks`],
  load: () => [TRUCK],
  deliver: () => [".mm-score"],
  done: () => [".mm-tin"],
};

/**
 * Selectors of what a lesson speaks of when it asks for a move, and once it is made.
 * @param {any} move
 * @param {boolean} told
 */
export function about(move, told) {
  return ((told ? ABOUT_AFTERWARDS[move.type] : null) ?? ABOUT[move.type])?.(move) ?? [];
}

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
