// @ts-check
/** Where the rounds, deals or turns of a match begin; for a game that names none, every so often. */

const EVERY = 20;

/**
 * @typedef {{seq: number, number: number, named: boolean}} Part
 * @param {import("./steps.js").Step[]} steps
 * @param {string[] | undefined} chapters  the types of the events that begin a part
 * @returns {Part[]}
 */
export function partsOf(steps, chapters) {
  const opening = steps.filter(({ events }) => events.some(({ type }) => chapters?.includes(type)));
  const named = opening.length > 0;
  const begins = named ? opening : steps.filter(({ seq }) => seq % EVERY === 0);
  return begins.map(({ seq }, index) => ({ seq, number: index + 1, named }));
}

/**
 * The part that a position belongs to: the last one that has begun.
 * @param {Part[]} parts
 * @param {number} seq
 */
export function partAt(parts, seq) {
  return parts.findLast((part) => part.seq <= seq) ?? parts[0] ?? null;
}
