// @ts-check
/** Numbers as people read them: short, in the page's language, and a dash for one that is unknown. */

export const UNKNOWN = "–";
/** In place of the key of a unit's words: each language has its own way to write percent. */
export const PERCENT = "percent";
const SMALL = 10;

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {number} digits  at most
 * @param {"decimal" | "percent"} style
 * @param {number} least  digits that are written even where they are 0
 */
function formatOf(digits, style, least) {
  const name = `${style} ${digits} ${least}`;
  const known = formats.get(name);
  if (known) return known;
  const language = globalThis.document?.documentElement.lang || "en";
  const made = new Intl.NumberFormat(language, { style, minimumFractionDigits: least, maximumFractionDigits: digits });
  formats.set(name, made);
  return made;
}

/**
 * One decimal below ten, none above; whole numbers as they are.
 * @param {number | null | undefined} value
 * @param {number} [decimals]  exactly so many, as the others of its column have
 */
export function figure(value, decimals) {
  if (!isKnown(value)) return UNKNOWN;
  return formatOf(decimals ?? digitsOf(value), "decimal", decimals ?? 0).format(value);
}

/**
 * A number out of a hundred, with its sign.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function percent(value, decimals) {
  if (!isKnown(value)) return UNKNOWN;
  return formatOf(decimals ?? digitsOf(value), "percent", decimals ?? 0).format(value / 100);
}

/**
 * How many decimals all numbers of a column need, so that they stand one below the other.
 * @param {Array<number | null | undefined>} values
 */
export function decimalsOf(values) {
  return values.some((value) => isKnown(value) && !Number.isInteger(value) && digitsOf(value) > 0) ? 1 : 0;
}

/**
 * @param {number | null | undefined} value
 * @returns {value is number}
 */
function isKnown(value) {
  return value !== null && value !== undefined && !Number.isNaN(value);
}

/** @param {number} value */
function digitsOf(value) {
  return Math.abs(value) < SMALL ? 1 : 0;
}

/**
 * With a unit, `"{value} ms"` of the words; only the dash without a number.
 * @param {import("../lib/t.js").Translate} t
 * @param {string} unit  the key of the unit's words, `PERCENT`, or "" for none
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function withUnit(t, unit, value, decimals) {
  if (unit === PERCENT) return percent(value, decimals);
  const text = figure(value, decimals);
  return unit === "" || text === UNKNOWN ? text : t(unit, { value: text });
}
