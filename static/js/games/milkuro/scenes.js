// @ts-check
/**
 * What is shown between two views: the whole trick, its way to the taker's scale, and at the end
 * of a round the scales at rest and their points on the sheet. Made from the views alone.
 */

/** @typedef {{view: any, ms: number, events?: any[]}} Scene */

const SHOWN = { taken: 1250, collect: 420, round: 1700, points: 2100 };

/**
 * @param {any} view
 * @param {any[]} events
 * @param {any} previous
 * @returns {Scene[]}
 */
export function scenes(view, events, previous) {
  const last = { view, ms: 0, events };
  if (!previous || !tookTrick(view, previous)) return [last];
  const taken = wholeTrick(view, previous);
  const steps = [scene(taken, "taken"), scene(taken, "collect")];
  if (view.rounds_played.length > previous.rounds_played.length) steps.push(...roundEnd(view, taken));
  return [...steps, last];
}

/**
 * @param {any} view
 * @param {any} previous
 */
function tookTrick(view, previous) {
  return view.last_trick !== null && firstCards(view.last_trick) !== firstCards(previous.last_trick);
}

/** @param {any} trick */
function firstCards(trick) {
  return trick ? JSON.stringify(trick) : "";
}

/**
 * @param {any} view
 * @param {"taken"|"collect"|"round"|"points"} name
 * @returns {Scene}
 */
function scene(view, name) {
  const winner = name === "taken" || name === "collect" ? view.trick.winner : null;
  return { view: { ...view, scene: { name, winner } }, ms: SHOWN[name] };
}

/**
 * The view before the trick was taken, with its last card on the table.
 * @param {any} view
 * @param {any} previous
 */
function wholeTrick(view, previous) {
  const trick = view.last_trick;
  const already = previous.trick.plays.length;
  const fresh = trick.plays.slice(already);
  const played = fresh.map((/** @type {any} */ { card }) => card);
  const sizes = previous.hand_sizes.map((/** @type {number} */ size, /** @type {number} */ seat) =>
    size - fresh.filter((/** @type {any} */ play) => play.seat === seat).length,
  );
  const hand = previous.hand.filter((/** @type {number} */ card) => !played.includes(card));
  return { ...previous, hand, hand_sizes: sizes, trick };
}

/**
 * @param {any} view
 * @param {any} taken
 * @returns {Scene[]}
 */
function roundEnd(view, taken) {
  const done = view.rounds_played.at(-1);
  const trick = { leader: taken.trick.winner, colour: null, plays: [] };
  const weighed = { ...taken, trick, piles: done.piles };
  const written = { ...weighed, scores: view.scores, rounds_played: view.rounds_played };
  return [scene(weighed, "round"), scene(written, "points")];
}
