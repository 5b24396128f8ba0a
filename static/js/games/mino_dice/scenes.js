// @ts-check
/**
 * What is shown between two views: the count of three before the bids, each die as it rolls, the
 * trick as it is taken, and how a hand is reckoned. Made from the views; the pending bonus of a
 * hand's last trick is told by its event alone.
 */
import { tricksTaken } from "./dice.js";

/** @typedef {{view: any, ms: number, events?: any[]}} Scene */

const MS = { count: 480, shown: 1900, roll: 760, taken: 1300, collect: 420, reckon: 3000, points: 2400 };

/**
 * @param {any} view
 * @param {any[]} events
 * @param {any} previous
 * @returns {Scene[]}
 */
export function scenes(view, events, previous) {
  const last = { view, ms: 0, events };
  if (!previous) return [last];
  if (view.phase === "roll" && previous.phase === "bid") return [...showBids(view, previous), last];
  if (previous.phase !== "roll") return [last];
  if (tookTrick(view, previous)) return [...takeTrick(view, events, previous), last];
  return view.trick.plays.length > previous.trick.plays.length ? [scene(view, "roll"), last] : [last];
}

/**
 * @param {any} view
 * @param {any} previous
 */
function tookTrick(view, previous) {
  return JSON.stringify(view.last_trick) !== JSON.stringify(previous.last_trick);
}

/**
 * @param {any} view
 * @param {keyof typeof MS} name
 * @param {any} [more]
 * @returns {Scene}
 */
function scene(view, name, more = {}) {
  return { view: { ...view, scene: { name, ...more } }, ms: MS[name] };
}

/**
 * Fists for one and two, the fingers at three.
 * @param {any} view
 * @param {any} previous
 */
function showBids(view, previous) {
  const fists = { ...previous, bid_made: view.bid_made };
  return [scene(fists, "count", { step: 1 }), scene(fists, "count", { step: 2 }), scene(view, "shown")];
}

/**
 * The last die of a trick, who takes it, its way to them, and the hand's end if it was the last.
 * @param {any} view
 * @param {any[]} events
 * @param {any} previous
 */
function takeTrick(view, events, previous) {
  const ended = view.hands_played.length > previous.hands_played.length;
  const { winner, colour, plays, leader } = view.last_trick;
  const bonus = events.find(({ type }) => type === "trick")?.bonus ?? 0;
  const rolled = previous.hand_sizes.map((/** @type {number} */ size, /** @type {number} */ seat) =>
    size - (plays.findIndex((/** @type {any} */ play) => play.seat === seat) >= previous.trick.plays.length ? 1 : 0),
  );
  const open = { ...previous, hand: ended ? [] : view.hand, hand_sizes: rolled, trick: { leader, colour, plays } };
  const taken = { ...open, tricks: added(previous.tricks, winner, 1), bonus: added(previous.bonus, winner, bonus) };
  const more = { winner, bonus, trick: tricksTaken(previous) };
  const steps = [scene(open, "roll"), scene(taken, "taken", more), scene(taken, "collect", more)];
  return ended ? [...steps, ...handEnd(view, taken)] : steps;
}

/**
 * @param {number[]} numbers
 * @param {number} seat
 * @param {number} by
 */
function added(numbers, seat, by) {
  return numbers.map((number, at) => number + (at === seat ? by : 0));
}

/**
 * @param {any} view
 * @param {any} taken
 */
function handEnd(view, taken) {
  const done = view.hands_played.at(-1);
  const swept = { ...taken, trick: { leader: view.last_trick.winner, colour: null, plays: [] } };
  const written = { ...swept, scores: view.scores, hands_played: view.hands_played };
  return [scene(swept, "reckon", { done }), scene(written, "points")];
}
