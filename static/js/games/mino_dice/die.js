// @ts-check
/** A die: a cube with a colour and a pattern. Rolled, it shows a face; in the hand, what it has. */
import { once } from "../../lib/once.js";
import { FACES, SPECIALS } from "./dice.js";
import { figure } from "./figures.js";

const SIDES = ["front", "right", "top", "left", "bottom", "back"];
const SEEN_AT_REST = 3;

/**
 * @param {Function} h
 * @param {{die: string, face?: number|string|null, rolling?: boolean, spin?: number}} what
 */
function drawCube(h, { die, face = null, rolling = false, spin = 1 }) {
  const sides = rolling ? SIDES : SIDES.slice(0, SEEN_AT_REST);
  const faces = face === null ? [] : facesFrom(die, face);
  return h(
    "span",
    { class: `md-die on-${die}${rolling ? " is-rolling" : ""}`, style: { "--spin": spin }, part: true, "aria-hidden": "true" },
    h("span", { class: "md-shadow" }),
    h(
      "span",
      { class: "md-cube" },
      ...sides.map((side, at) => h("span", { key: side, class: `md-side is-${side}` }, label(h, die, face, { at, faces }))),
    ),
  );
}

export const cube = once(drawCube);

/**
 * The six faces, that which lies on top first.
 * @param {string} die
 * @param {number|string} face
 */
function facesFrom(die, face) {
  const others = [...FACES[die]];
  others.splice(others.indexOf(face), 1);
  return [face, ...others];
}

/**
 * @param {Function} h
 * @param {string} die
 * @param {number|string|null} face
 * @param {{at: number, faces: Array<number|string>}} side
 */
function label(h, die, face, { at, faces }) {
  if (face !== null) return h("span", { class: "md-label" }, glyph(h, faces[at]));
  if (at > 0) return null;
  const range = SPECIALS.includes(die) ? [die] : [...new Set(FACES[die])];
  return h("span", { class: `md-label${range.length > 1 ? " is-range" : ""}` }, ...range.map((one) => glyph(h, one)));
}

/**
 * What is printed on one face.
 * @param {Function} h
 * @param {number|string} face
 */
export function glyph(h, face) {
  return typeof face === "number" ? h("span", { class: "md-digit" }, face) : figure(h, face);
}

/**
 * A small square of the die's colour and pattern.
 * @param {Function} h
 * @param {string} die
 */
function drawChip(h, die) {
  const head = SPECIALS.includes(die) ? h("span", { class: "md-label" }, figure(h, die)) : null;
  return h("span", { class: `md-chip on-${die}`, "aria-hidden": "true" }, head);
}

export const chip = once(drawChip);
