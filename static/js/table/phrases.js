// @ts-check
/** Ready-made lines: every reader sees them in their own language. Those that fit now come first. */

/** What people say at each time of a table; the others are one tap away. */
const FITTING = {
  open: ["hello", "good_luck", "one_moment", "thanks"],
  playing: ["thinking", "your_turn", "well_played", "oops"],
  over: ["good_game", "well_played", "again", "bye"],
};

export const PHRASES = [
  "hello",
  "good_luck",
  "your_turn",
  "thinking",
  "one_moment",
  "well_played",
  "thanks",
  "oops",
  "good_game",
  "again",
  "bye",
];

/**
 * @param {string} state  of the table
 * @param {boolean} all
 */
export function phrasesFor(state, all) {
  const fitting = state === "open" || state === "playing" ? FITTING[state] : FITTING.over;
  return all ? [...fitting, ...PHRASES.filter((phrase) => !fitting.includes(phrase))] : fitting;
}
