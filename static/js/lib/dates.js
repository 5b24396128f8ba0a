// @ts-check
/** Dates, hours and amounts of time in the language of the page, as they are written where the visitor is at home. */

const NO_BREAK = "\u00a0";

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
  return dateIn(regionOf(document.documentElement.lang, navigator.languages), text, options);
}

/**
 * A number stays in one line with its word: "7 December 2026", "2:51 PM".
 * @param {string} region
 * @param {string} text
 * @param {Intl.DateTimeFormatOptions} options
 */
export function dateIn(region, text, options) {
  const parts = new Intl.DateTimeFormat(region, options).formatToParts(new Date(text));
  const said = parts.map(({ type, value }, at) => {
    if (type === "literal") return isBound(parts, at) ? NO_BREAK : heldTogether(value);
    return type === "day" && value === "1" && region.startsWith("fr") && isNamed(parts) ? "1er" : value;
  });
  return said.join("");
}

/** Whether a line may not end here: between parts of the day or of the hour; it may before "B.E." and its year, which make a long day. @param {Intl.DateTimeFormatPart[]} parts @param {number} at */
function isBound(parts, at) {
  const [before, after] = [parts[at - 1]?.type, parts[at + 1]?.type];
  return parts[at]?.value.trim() === "" && before !== "weekday" && after !== "hour" && after !== "era";
}

/** What is written as one word with the day of the week, as in Thai, stays with it and with its number. @param {string} between */
function heldTogether(between) {
  return /^[\p{L}\p{M}]+ $/u.test(between) ? `\u2060${between.trim()}${NO_BREAK}` : between;
}

/** Whether the month is a word. @param {Intl.DateTimeFormatPart[]} parts */
function isNamed(parts) {
  return parts.some(({ type, value }) => type === "month" && /\p{L}/u.test(value));
}

/**
 * What is left of a time, to the second: "1 hr 4 min 51 sec". Minutes and seconds stay in one line.
 * @param {string} language
 * @param {number} seconds
 */
export function unitWords(language, seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const units = { hour: Math.floor(left / 3600), minute: Math.floor(left / 60) % 60, second: left % 60 };
  const named = Object.entries(units).filter(([unit, count]) => count > 0 || (unit === "second" && left === 0));
  const words = named.map(([unit, count]) => {
    const one = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count);
    return one.replaceAll(" ", NO_BREAK) + (unit === "hour" ? " " : NO_BREAK);
  });
  return words.join("").trim();
}
