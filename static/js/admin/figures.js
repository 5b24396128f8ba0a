// @ts-check
/** Numbers as people read them: short, in the page's language, and a dash for one that is unknown. */

export const UNKNOWN = "–";
const SMALL = 10;

/** @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} digits */
function formatOf(digits) {
  const known = formats.get(digits);
  if (known) return known;
  const language = globalThis.document?.documentElement.lang || "en";
  const made = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  formats.set(digits, made);
  return made;
}

/**
 * One decimal below ten, none above; whole numbers as they are.
 * @param {number | null | undefined} value
 */
export function figure(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return UNKNOWN;
  return formatOf(Math.abs(value) < SMALL ? 1 : 0).format(value);
}

/**
 * With a unit, `"{value} ms"` of the words; only the dash without a number.
 * @param {import("../lib/t.js").Translate} t
 * @param {string} unit  the key of the unit's words, or "" for none
 * @param {number | null | undefined} value
 */
export function withUnit(t, unit, value) {
  const text = figure(value);
  return unit === "" || text === UNKNOWN ? text : t(unit, { value: text });
}
