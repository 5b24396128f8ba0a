// @ts-check
/** Dates and hours in the language of the page, as they are written where the visitor is at home. */

/**
 * The visitor's own kind of the page's language: `en-GB` for `en`; the language itself without one.
 * @param {string} language
 * @param {readonly string[]} wished  the browser's languages, the dearest first
 */
export function regionOf(language, wished) {
  return wished.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/**
 * @param {string} text  a time as the server writes it
 * @param {Intl.DateTimeFormatOptions} options
 */
export function dateWords(text, options) {
  const region = regionOf(document.documentElement.lang, navigator.languages);
  return new Intl.DateTimeFormat(region, options).format(new Date(text));
}
