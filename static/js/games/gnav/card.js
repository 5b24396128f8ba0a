// @ts-check
/** A card of the pack: a wood-block print on paper, or its back; both sides are always there. */
import { once } from "../../lib/once.js";
import { emblem, MATADORS, rankName } from "./emblems.js";

/**
 * @typedef {{rank: string|null, up: boolean, delay?: number}} Face
 * @param {any} context
 * @param {Face} face
 */
export function cardFaces(context, { rank, up, delay = 0 }) {
  const { h } = context;
  return h(
    "span",
    { class: `gnav-turner${up ? " is-up" : ""}`, style: { "--turn-delay": `${delay}ms` } },
    h("span", { class: "gnav-face gnav-back" }, backArt(h)),
    h("span", { class: "gnav-face gnav-front" }, rank === null ? null : frontArt(context, rank)),
  );
}

/**
 * @param {any} context
 * @param {string} rank
 */
export function frontArt({ h, t }, rank) {
  const high = MATADORS.includes(rank);
  const name = rankName(t, rank);
  return h(
    "span",
    { class: `gnav-print${high ? " is-matador" : ""}${name === rank ? " is-plain" : ""}` },
    emblem(h, rank),
    name === rank ? null : h("span", { class: "gnav-rank" }, name),
  );
}

/** @param {Function} h */
function drawBackArt(h) {
  const lines = [12, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144];
  const lattice = lines.map((at) => `M${at} 0L0 ${at}M${60 - at} 0L${144 - at} 84`).join("");
  return h(
    "svg",
    { viewBox: "0 0 60 84", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    h("rect", { class: "back-ground", width: 60, height: 84 }),
    h("path", { class: "back-lattice", d: lattice }),
    h("rect", { class: "back-frame", x: 3.5, y: 3.5, width: 53, height: 77, rx: 3 }),
    h("circle", { class: "back-seal", cx: 30, cy: 42, r: 12 }),
    h("path", { class: "back-star", d: "M30 32L32.5 39.5L40 42L32.5 44.5L30 52L27.5 44.5L20 42L27.5 39.5Z" }),
  );
}

const backArt = once(drawBackArt);

/**
 * One life: a match, a match that burns down just now, or what is left of it.
 * @param {Function} h
 * @param {"whole"|"burning"|"burnt"} state
 */
function drawMatchstick(h, state) {
  return h(
    "svg",
    { class: `gnav-match is-${state}`, viewBox: "0 0 12 34", "aria-hidden": "true", focusable: "false" },
    h("path", { class: "stick", d: "M4.8 10H7.2L7.5 33H4.5Z" }),
    h("path", { class: "stick-shade", d: "M6.4 10H7.2L7.5 33H6.4Z" }),
    h("path", { class: "char", d: "M5 33C4 27 8 24 5.5 19C4.5 16 7 14 8.5 15.5C7.5 16 7 17.5 7.7 19C9 23 6.5 27 7.5 33Z" }),
    h("ellipse", { class: "head", cx: 6, cy: 8, rx: 3, ry: 4.3 }),
    h("ellipse", { class: "gleam", cx: 5, cy: 6.5, rx: 0.9, ry: 1.4 }),
    h("path", { class: "flame", d: "M6 -6C10 0 11 4 6 10C1 4 3 1 6 -6Z" }),
    h("path", { class: "flame-heart", d: "M6 0C8 3 8.5 6 6 9.5C3.5 6 4.5 4 6 0Z" }),
  );
}

export const matchstick = once(drawMatchstick);
