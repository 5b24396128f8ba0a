// @ts-check
/**
 * The legal moves, sorted: by the dice they use, the things they touch, and the deeds they are.
 * A deed is a move without its details ("bottle tank 1"); its moves differ in dice and details.
 */
import { KINDS, TANKS } from "./printed.js";

/** @typedef {{key: string, type: string, moves: any[]}} Deed  its moves all use the same dice */

/** @type {Record<string, (move: any) => string | number>} */
const TARGETS = {
  bottle: ({ tank }) => tank,
  claim: ({ zone }) => zone,
  remove_customer: ({ zone }) => zone,
  upgrade: ({ what }) => what,
  drive: ({ to }) => to,
  deliver: ({ customer }) => customer,
  pour: ({ from }) => from,
};

/** @type {Record<string, (move: any, farm: any) => string[]>} */
const THINGS = {
  earn: () => ["money"],
  milk: ({ into }) => ["cows", ...TANKS.filter((_, tank) => into[tank] > 0)],
  bottle: ({ tank, side }) => ["barn", /** @type {string} */ (TANKS[tank]), ...(side ? ["side"] : [])],
  claim: ({ zone }) => [`zone${zone}`],
  remove_customer: ({ zone }) => [`zone${zone}`],
  upgrade: ({ what }) => [{ cow: "cows", side_tank: "side", big_truck: "truck" }[/** @type {"cow"} */ (what)]],
  truck: () => ["truck"],
  load: () => ["barn", "truck", "place0"],
  drive: ({ to }) => ["truck", `place${to}`],
  deliver: ({ customer }, { orders }) => [
    "truck",
    `place${orders.find((/** @type {any} */ { id }) => id === customer)?.zone}`,
  ],
  pour: ({ from }) => [placeOfMilk(from)],
  pass_market: () => ["market"],
};

/** @param {string} from */
function placeOfMilk(from) {
  return KINDS.some((kind) => from.endsWith(kind)) ? /** @type {string} */ (from.split("_")[0]) : from;
}

/**
 * The numbers of the dice that a move uses or turns.
 * @param {any} move
 * @returns {number[]}
 */
export function diceOf({ use, dice, die }) {
  return use ?? dice ?? (die === undefined ? [] : [die]);
}

/** @param {any} move */
export function isAction({ use }) {
  return use !== undefined;
}

/**
 * @param {any} move
 * @param {any} farm
 * @param {string} thing
 */
export function touches(move, farm, thing) {
  return thingsOf(move, farm).includes(thing);
}

/**
 * All things on the board that a move touches.
 * @param {any} move
 * @param {any} farm
 */
export function thingsOf(move, farm) {
  return THINGS[move.type]?.(move, farm) ?? [];
}

/**
 * @param {number[]} some
 * @param {number[]} others
 */
export function sameDice(some, others) {
  return some.length === others.length && some.every((die) => others.includes(die));
}

/**
 * @param {any[]} moves
 * @returns {Deed[]}
 */
export function deedsOf(moves) {
  /** @type {Map<string, Deed>} */
  const deeds = new Map();
  for (const move of moves) {
    const key = keyOf(move);
    const deed = deeds.get(key);
    if (!deed) deeds.set(key, { key, type: move.type, moves: [move] });
    else if (sameDice(diceOf(move), diceOf(deed.moves[0]))) deed.moves.push(move);
  }
  return [...deeds.values()];
}

/** @param {any} move */
function keyOf(move) {
  const target = TARGETS[move.type];
  return target ? `${move.type}:${target(move)}` : move.type;
}

/**
 * The move of `moves` that is nearest to `from` with one amount more or less in `place`; amounts
 * whose sum is not fixed go down alone.
 * @param {any[]} moves
 * @param {any} from
 * @param {{field: "into"|"bottles", place: number, by: 1|-1}} step
 */
export function stepped(moves, from, { field, place, by }) {
  const start = from[field];
  const distance = (/** @type {any} */ move) =>
    move[field].reduce((/** @type {number} */ far, /** @type {number} */ amount, /** @type {number} */ index) =>
      far + Math.abs(amount - start[index]), 0);
  const farthest = field === "bottles" && by < 0 ? 1 : Infinity;
  return moves
    .filter((move) => move[field][place] === start[place] + by && distance(move) <= farthest)
    .reduce((best, move) => (best && distance(best) <= distance(move) ? best : move), null);
}
