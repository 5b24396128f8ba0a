// @ts-check
/**
 * A card of Milkuro: a white half with its black-inked number, a black half with its white-inked
 * one, upside down to each other, parted by a wave of milk.
 */
import { once } from "../../lib/once.js";

/** @typedef {"white"|"black"} Colour */

const WAVE = "C20 92 34 84 50 70C66 56 80 48 100 62";
const UPPER = `M0 78${WAVE}V0H0Z`;
const LOWER = `M0 78${WAVE}V140H0Z`;
/** Where the number of each half stands in the box of 100 × 140: turned across the card it keeps off the wave. */
const CENTRES = { white: 34, black: 106 };
const CENTRES_ACROSS = { white: 29.5, black: 110.5 };
/** What reads as another number when it stands on its head is underlined. */
const TWO_WAYS = [6, 9];
const CARDS = 44;

/**
 * What is printed on the half of a colour.
 * @param {number} card  its white number
 * @param {Colour} colour
 */
export function numberOn(card, colour) {
  return colour === "white" ? card : CARDS + 1 - card;
}

/**
 * The card as a drawing. `turn`: degrees by which it lies turned; `counts`: the colour that counts
 * in the trick, whose number is then large and upright for whoever looks.
 * @param {Function} h
 * @param {number} card
 * @param {{turn?: number, counts?: Colour|null}} [lie]
 */
function drawCardArt(h, card, { turn = 0, counts = null } = {}) {
  return h(
    "svg",
    {
      class: "mk-art",
      viewBox: "0 0 100 140",
      preserveAspectRatio: "none",
      style: { "--turn": `${turn}deg` },
      "aria-hidden": "true",
      focusable: "false",
    },
    h("path", { class: "mk-white", d: UPPER }),
    h("path", { class: "mk-black", d: LOWER }),
    h("path", { class: "mk-wave", d: `M0 78${WAVE}` }),
    ...drops(h),
    half(h, { card, colour: "white", turn, counts }),
    half(h, { card, colour: "black", turn, counts }),
  );
}

export const cardArt = once(drawCardArt);

/** @param {Function} h */
function drops(h) {
  return [
    h("circle", { class: "mk-drop-white", cx: 80, cy: 78, r: 4.2 }),
    h("circle", { class: "mk-drop-white", cx: 90, cy: 88, r: 2.2 }),
    h("circle", { class: "mk-drop-black", cx: 20, cy: 62, r: 4.2 }),
    h("circle", { class: "mk-drop-black", cx: 10, cy: 52, r: 2.2 }),
  ];
}

/**
 * @param {Function} h
 * @param {{card: number, colour: Colour, turn: number, counts: Colour|null}} half
 */
function half(h, { card, colour, turn, counts }) {
  const number = numberOn(card, colour);
  const across = counts === colour && turn % 180 !== 0;
  const y = (across ? CENTRES_ACROSS : CENTRES)[colour];
  const printed = colour === "white" ? 0 : 180;
  const upright = counts === colour ? -turn : printed;
  const role = counts === null ? "" : across ? " is-counting is-across" : counts === colour ? " is-counting" : " is-idle";
  const lined = TWO_WAYS.includes(number) ? " is-lined" : "";
  return h(
    "text",
    {
      class: `mk-number on-${colour}${role}${lined}`,
      x: 50,
      y,
      transform: `rotate(${upright} 50 ${y})`,
      "text-anchor": "middle",
      "dominant-baseline": "central",
    },
    number,
  );
}

/**
 * The back: both colours, and the wave between them.
 * @param {Function} h
 */
function drawBackArt(h) {
  return h(
    "svg",
    { class: "mk-art", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    h("rect", { class: "mk-back", width: 100, height: 140 }),
    h("path", { class: "mk-back-wave", d: `M0 78${WAVE}M0 58${WAVE.replace(/(\d+) (\d+)/g, (_, x, y) => `${x} ${Number(y) - 20}`)}` }),
  );
}

export const backArt = once(drawBackArt);
