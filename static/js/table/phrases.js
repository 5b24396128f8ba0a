// @ts-check
/** Ready-made lines: every reader sees them in their own language. Those that fit now come first. */

/** What people say at each time of a table; the others are one tap away. */
const FITTING = {
  open: ["hello", "good_luck", "one_moment", "thanks"],
  playing: ["thinking", "your_turn", "well_played", "oops"],
  over: ["good_game", "well_played", "again", "bye"],
};

export const PHRASES = [...new Set(Object.values(FITTING).flat())];

/**
 * @param {string} state  of the table
 * @param {boolean} all
 */
export function phrasesFor(state, all) {
  const fitting = state === "open" || state === "playing" ? FITTING[state] : FITTING.over;
  return all ? [...fitting, ...PHRASES.filter((phrase) => !fitting.includes(phrase))] : fitting;
}
