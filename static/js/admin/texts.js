// @ts-check
/** Announcements in the languages of the house: English is what everybody gets who has no other. */

export const LANGUAGES = ["en", "fr", "ro", "th"];
/** What fits over a table on a phone. */
export const LONGEST = 280;

/**
 * What is sent: only the languages that somebody wrote in.
 * @param {Record<string, string>} texts
 * @returns {Record<string, string>}
 */
export function writtenOf(texts) {
  const pairs = LANGUAGES.map((language) => [language, (texts[language] ?? "").trim()]);
  return Object.fromEntries(pairs.filter(([, text]) => text !== ""));
}

/**
 * What a reader of that language sees.
 * @param {Record<string, string>} texts
 * @param {string} language
 */
export function seenIn(texts, language) {
  const written = writtenOf(texts);
  return written[language] ?? written.en ?? "";
}

/**
 * The other languages whose readers get the English text.
 * @param {Record<string, string>} texts
 */
export function unwrittenOf(texts) {
  const written = writtenOf(texts);
  return LANGUAGES.filter((language) => language !== "en" && !(language in written));
}
