// @ts-check
/**
 * What is chosen on the board before anything is sent: dice, a thing, a deed and its details. It
 * is kept as names only and read against the legal moves each time, so it can never be out of date.
 */
import { deedsOf, diceOf, isAction, sameDice, touches } from "./moves.js";

/**
 * @typedef {object} Choice
 * @property {number[]} dice  in the order of the taps
 * @property {string | null} thing
 * @property {string | null} family  a type of deeds with several targets: "which tank?"
 * @property {string | null} deed
 * @property {string | null} pick  its details, as `detailsOf` tells them
 */

/** @type {Choice} */
const NOTHING = { dice: [], thing: null, family: null, deed: null, pick: null };

/**
 * What is chosen and still possible. A tap asks anew: the one before may not be drawn yet.
 * @param {any} ui
 * @param {any[]} moves
 * @param {any} farm
 * @returns {Choice}
 */
export function choiceOf(ui, moves, farm) {
  const kept = { ...NOTHING, ...ui.mmChoice };
  const thing = kept.thing !== null && moves.some((move) => touches(move, farm, kept.thing)) ? kept.thing : null;
  const dice = kept.dice.filter((/** @type {number} */ die) => moves.some((move) => diceOf(move).includes(die)));
  const lost = kept.thing !== thing || dice.length < kept.dice.length;
  return lost ? { ...NOTHING, dice, thing } : { ...kept, dice, thing };
}

/**
 * The moves that the choice leaves open, dice and details aside.
 * @param {any[]} moves
 * @param {any} farm
 * @param {Choice} choice
 */
export function movesOf(moves, farm, { dice, thing }) {
  const pool = thing === null ? moves : moves.filter((move) => touches(move, farm, thing));
  if (dice.length === 0) return thing === null ? pool.filter((move) => diceOf(move).length === 0) : pool;
  const last = [/** @type {number} */ (dice.at(-1))];
  const together = pool.filter((move) => isAction(move) && sameDice(move.use, dice));
  const alone = pool.filter((move) => isAction(move) && sameDice(move.use, last));
  const again = pool.filter((move) => !isAction(move) && sameDice(diceOf(move), move.dice ? dice : last));
  if (together.length > 0) return [...together, ...again.filter((move) => move.dice || dice.length === 1)];
  return [...alone, ...again];
}

/**
 * The dice that would be used if nothing else is tapped.
 * @param {import("./moves.js").Deed | null} deed
 * @param {Choice} choice
 */
export function usedDice(deed, choice) {
  return deed ? diceOf(deed.moves[0]) : choice.dice;
}

/**
 * A tap on a die: added where some move uses these dice together, else it alone is chosen.
 * @param {any[]} moves
 * @param {any} farm
 * @param {{choice: Choice, die: number}} tap
 * @returns {Choice}
 */
export function withDie(moves, farm, { choice, die }) {
  const { dice, thing } = choice;
  if (dice.includes(die)) return { ...NOTHING, thing, dice: dice.filter((one) => one !== die) };
  const pool = thing === null ? moves : moves.filter((move) => touches(move, farm, thing));
  const both = [...dice, die];
  const fits = (/** @type {any[]} */ some, /** @type {number[]} */ wanted) =>
    some.some((move) => wanted.every((one) => diceOf(move).includes(one)));
  if (fits(pool, both)) return { ...choice, dice: both };
  if (fits(pool, [die])) return { ...choice, dice: [die] };
  return { ...NOTHING, dice: [die] };
}

/**
 * A tap on a thing keeps the dice that can do something with it.
 * @param {any[]} moves
 * @param {any} farm
 * @param {{choice: Choice, thing: string}} tap
 * @returns {Choice}
 */
export function withThing(moves, farm, { choice, thing }) {
  if (choice.thing === thing) return NOTHING;
  const asked = { ...NOTHING, thing, dice: choice.dice };
  return movesOf(moves, farm, asked).length > 0 ? asked : { ...asked, dice: [] };
}

/**
 * @param {any[]} moves
 * @param {any} farm
 * @param {Choice} choice
 */
export function deedsNow(moves, farm, choice) {
  return deedsOf(movesOf(moves, farm, choice));
}

/**
 * The move that the details make so far.
 * @param {any[]} moves  of one deed
 * @param {Choice} choice
 */
export function pickedMove(moves, { pick }) {
  const first = moves[0]?.type === "milk" || moves[0]?.type === "load" ? moves.at(-1) : moves[0];
  return moves.find((move) => detailsOf(move) === pick) ?? first ?? null;
}

/**
 * What makes a move of a deed, apart from the dice.
 * @param {any} move
 */
export function detailsOf(move) {
  return JSON.stringify({ ...move, use: undefined });
}

/**
 * Another unused die of the same face, for a wild pair.
 * @param {any[]} moves
 * @param {number} die
 */
export function partnersOf(moves, die) {
  const pairs = moves.filter((move) => isAction(move) && move.use.length === 2 && move.use.includes(die));
  return [...new Set(pairs.map(({ use }) => use.find((/** @type {number} */ one) => one !== die)))];
}
