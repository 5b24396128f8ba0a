// @ts-check
/** Cards for the rules, as they lie on the table. */
import { cardArt } from "./card.js";

export const look = "milkuro";

/** @type {Record<string, (what: string, h: Function) => any>} */
export const pieces = {
  card: (number, h) => h("span", { class: "mk-little" }, cardArt(h, Number(number))),
  white: (number, h) => h("span", { class: "mk-little" }, cardArt(h, Number(number), { counts: "white" })),
  black: (number, h) => h("span", { class: "mk-little" }, cardArt(h, Number(number), { turn: 180, counts: "black" })),
};
