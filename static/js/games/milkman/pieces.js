// @ts-check
/** Dice and bottles for the rules, as they stand on the farm. */
import { bottleArt, faceArt } from "./art.js";

export const look = "milkman";

/** A bottle's letter is another one in each language. @type {Record<string, (what: string, h: any) => any>} */
export const pieces = {
  face: (face, h) => h("span", { class: "mm-little" }, h("span", { class: "is-white" }, h("span", { class: "mm-cube" }, faceArt(h, /** @type {any} */ (face))))),
  black: (face, h) => h("span", { class: "mm-little" }, h("span", { class: "is-black" }, h("span", { class: "mm-cube" }, faceArt(h, /** @type {any} */ (face))))),
  bottle: (kind, h) => {
    const [name = "", letter = ""] = kind.split(" ");
    return h("span", { class: "mm-little" }, bottleArt(h, /** @type {any} */ (name), letter));
  },
};
