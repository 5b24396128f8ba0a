// @ts-check
/** Sentences that stand one after the other in a line. */

/** What ends a sentence by itself, before what closes a quotation too. */
const ENDED = /[.!?…]["'”’»)]*$/u;

/** Whether these words end with a sign that says so: in Thai no sentence does. @param {string} words */
export function isEnded(words) {
  return ENDED.test(words);
}

/**
 * One sentence after the other; where none of their own signs parts two of them, a dot does, and a
 * line that is full ends behind it.
 * @param {string[]} sentences
 */
export function inARow(sentences) {
  return sentences.reduce((all, next) => `${all}${isEnded(all) ? " " : "\u00a0· "}${next}`);
}
