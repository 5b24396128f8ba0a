// @ts-check
/** Numbers as people read them: short, in the page's language, and a dash for one that is unknown. */

export const UNKNOWN = "–";
/** In place of the key of a unit's words: each language has its own way to write percent. */
export const PERCENT = "percent";
const SMALL = 10;

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {number} digits
 * @param {"decimal" | "percent"} style
 */
function formatOf(digits, style) {
  const name = `${style} ${digits}`;
  const known = formats.get(name);
  if (known) return known;
  const language = globalThis.document?.documentElement.lang || "en";
  const made = new Intl.NumberFormat(language, { style, maximumFractionDigits: digits });
  formats.set(name, made);
  return made;
}

/**
 * One decimal below ten, none above; whole numbers as they are.
 * @param {number | null | undefined} value
 */
export function figure(value) {
  if (!isKnown(value)) return UNKNOWN;
  return formatOf(digitsOf(value), "decimal").format(value);
}

/**
 * A number out of a hundred, with its sign.
 * @param {number | null | undefined} value
 */
export function percent(value) {
  if (!isKnown(value)) return UNKNOWN;
  return formatOf(digitsOf(value), "percent").format(value / 100);
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
 */
export function withUnit(t, unit, value) {
  if (unit === PERCENT) return percent(value);
  const text = figure(value);
  return unit === "" || text === UNKNOWN ? text : t(unit, { value: text });
}
