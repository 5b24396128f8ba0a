// @ts-check
/** The 21 emblems of the pack as SVG: the figures, and the numerals set from three cut letters. */
import { once } from "../../lib/once.js";
import { FIGURES } from "./figures.js";

/** All ranks, lowest first; only for showing them in order. */
export const RANKS = [
  "narr", "ugle", "potte", "0", "I", "II", "III", "IV", "V", "VI", "VII",
  "VIII", "IX", "X", "XI", "XII", "hus", "hest", "katt", "dragon", "gjok",
];

/** The five highest, which answer when somebody asks for a swap. */
export const MATADORS = ["hus", "hest", "katt", "dragon", "gjok"];

/** @type {Record<string, {width: number, d: string}>} */
const LETTERS = {
  I: { width: 11, d: "M0 0H10V3.5H7.5V26.5H10V30H0V26.5H2.5V3.5H0Z" },
  V: { width: 22, d: "M0 0H9.5V3.5H8L12.5 19L16 3.5H14V0H22V3.5H20L13.5 30H9.5L2 3.5H0Z" },
  X: {
    width: 23,
    d: "M0 0H9.5V3.5H8.5L12 10.5L15 3.5H13.5V0H22V3.5H20L14 14.5L20.5 26.5H22.5V30H12.5V26.5H14L10.5 19.5L7 26.5H9V30H0V26.5H2L8.5 15.5L2.5 3.5H0Z",
  },
};

const SPRIG =
  "M32 0C29 -4 29 -7 32 -11C35 -7 35 -4 32 0ZM30 1C25 1 21 -1 19 -6C25 -7 28 -4 30 1ZM34 1C39 1 43 -1 45 -6C39 -7 36 -4 34 1ZM20 0C15 1 11 0 8 -4C14 -6 18 -4 20 0ZM44 0C49 1 53 0 56 -4C50 -6 46 -4 44 0Z";

/**
 * @param {Function} h
 * @param {string} numeral "I" to "XII"
 */
function numeralArt(h, numeral) {
  const letters = [...numeral].map((letter) => LETTERS[letter]);
  const width = letters.reduce((sum, letter) => sum + letter.width, -1);
  const scale = Math.min(1.15, 58 / width);
  let x = 0;
  const glyphs = letters.map((letter) => {
    const glyph = h("path", { class: "ink", d: letter.d, transform: `translate(${x} 0)` });
    x += letter.width;
    return glyph;
  });
  const left = 32 - (width * scale) / 2;
  return [
    h("path", { class: "spot", d: SPRIG, transform: "translate(0 11.5)" }),
    h("g", { transform: `translate(${left} ${32 - 16.5}) scale(${scale} 1.1)` }, ...glyphs),
    h("path", { class: "spot", d: SPRIG, transform: "translate(0 52.5) scale(1 -1)" }),
  ];
}

/**
 * An emblem alone, decorative: whoever shows it names the rank in words beside it.
 * @param {Function} h
 * @param {string} rank
 */
function drawEmblem(h, rank) {
  const figure = FIGURES[rank];
  const art = figure
    ? figure.map(([tag, attributes]) => h(tag, { ...attributes }))
    : numeralArt(h, rank);
  return h(
    "svg",
    { class: "gnav-emblem", viewBox: "0 -1 64 65", "aria-hidden": "true", focusable: "false" },
    ...art,
  );
}

export const emblem = once(drawEmblem);

/**
 * The name of a rank in the reader's language; numerals speak for themselves.
 * @param {(key: string, params?: object) => string} t
 * @param {string} rank
 */
export function rankName(t, rank) {
  return FIGURES[rank] && rank !== "0" ? t(`gnav.rank.${rank}`) : rank;
}
