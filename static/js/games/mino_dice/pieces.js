// @ts-check
/** Dice for the rules, as they lie on the table, and what is printed on them. */
import { FACES } from "./dice.js";
import { chip, cube, glyph } from "./die.js";
import { ring } from "./ring.js";

export const look = "mino-dice";

/** @type {Record<string, (what: string, h: Function) => any>} */
export const pieces = {
  die: (die, h) => h("span", { class: "md-little" }, cube(h, { die })),
  chip: (die, h) => chip(h, die),
  faces: (die, h) =>
    h("span", { class: "md-six" }, ...[...FACES[die]].sort().map((face) => h("span", { class: `md-one on-${die}` }, h("span", { class: "md-label" }, glyph(h, face))))),
  ring: (_, h) => h("span", { class: "md-little-ring" }, ring(h)),
};
