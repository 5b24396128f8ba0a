// @ts-check
/** What is printed on the dice, and what the dice on the table say: who leads, who is to roll. */

/** All kinds of dice in the order of the printed table. */
export const DICE = ["minotaur", "griffin", "mermaid", "red", "yellow", "purple", "grey"];

/** The dice that may be rolled whatever binds. */
export const SPECIALS = DICE.slice(0, 3);

/** @type {Record<string, number>} how many of each lie in the bag */
export const COUNTS = { minotaur: 1, griffin: 3, mermaid: 2, red: 7, yellow: 7, purple: 8, grey: 8 };

/** @type {Record<string, Array<number|string>>} */
export const FACES = {
  minotaur: ["minotaur", "minotaur", "flag", "minotaur", "minotaur", "flag"],
  griffin: ["griffin", "griffin", "flag", "griffin", "griffin", "flag"],
  mermaid: ["mermaid", "mermaid", "flag", "mermaid", "mermaid", "flag"],
  red: [5, 6, 7, 5, 6, 7],
  yellow: [3, 4, 5, 3, 4, 5],
  purple: [1, 2, 3, 1, 2, 3],
  grey: ["flag", "flag", "flag", 1, 1, 7],
};

/** How many hands a match has, by seats. */
const HANDS = /** @type {Record<number, number>} */ ({ 3: 8, 4: 8, 5: 7, 6: 6 });

/** @typedef {{seat: number, die: string, face: number|string}} Play */

/**
 * The die that takes the trick as it lies now, so that it can be lit.
 * @param {Play[]} plays
 * @returns {Play|null}
 */
export function winningPlay(plays) {
  const shows = (/** @type {number|string} */ face) => plays.findLast((play) => play.face === face);
  const mermaid = shows("mermaid");
  const heads = (shows("minotaur") && mermaid) || shows("minotaur") || shows("griffin") || mermaid;
  if (heads) return heads;
  const numbers = plays.flatMap(({ face }) => (typeof face === "number" ? [face] : []));
  return (numbers.length ? shows(Math.max(...numbers)) : plays[0]) ?? null;
}

/**
 * Whose die is awaited.
 * @param {any} view
 * @returns {number|null}
 */
export function toRoll(view) {
  if (view.phase !== "roll" || view.scene) return null;
  return (view.trick.leader + view.trick.plays.length) % view.scores.length;
}

/**
 * The seats that have not bid yet.
 * @param {any} view
 * @returns {number[]}
 */
export function thinking(view) {
  if (view.phase !== "bid" || view.scene) return [];
  return view.bid_made.flatMap((/** @type {boolean} */ made, /** @type {number} */ seat) => (made ? [] : [seat]));
}

/** @param {any} view */
export function handsOf(view) {
  return HANDS[view.scores.length];
}

/**
 * How many tricks of this hand are taken: a name for the trick on the table.
 * @param {any} view
 * @returns {number}
 */
export function tricksTaken(view) {
  return view.tricks.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
}

/**
 * The name under which a die of the trick travels.
 * @param {any} view
 * @param {number} seat
 */
export function flightOf(view, seat) {
  return `roll-${view.hand_no}-${view.scene?.trick ?? tricksTaken(view)}-${seat}`;
}

/**
 * The hand, each die with a name of its own among its like.
 * @param {string[]} hand
 */
export function named(hand) {
  return hand.map((die, at) => ({ die, name: `${die}-${hand.slice(0, at).filter((one) => one === die).length}` }));
}

/**
 * How many places clockwise from the viewer a seat is; a spectator looks from seat 0.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
export function stepOf(view, context, seat) {
  const seats = view.scores.length;
  return (seat - (context.seat ?? 0) + seats) % seats;
}

/**
 * The direction of a seat from the middle, for the style sheet; the viewer sits below.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
export function direction(view, context, seat) {
  const angle = (2 * Math.PI * stepOf(view, context, seat)) / view.scores.length;
  return { "--x": (-Math.sin(angle)).toFixed(4), "--y": Math.cos(angle).toFixed(4) };
}

/**
 * Points with their sign.
 * @param {number} points
 */
export function signed(points) {
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/**
 * A total: a true minus sign, no plus.
 * @param {number} points
 */
export function total(points) {
  return signed(points).replace("+", "");
}
