// @ts-check
/** Cards for the rules, as they lie on the table. */
import { emblem } from "./emblems.js";

export const look = "gnav";

/** @type {Record<string, (what: string, h: Function) => any>} */
export const pieces = {
  rank: (rank, h) => h("span", { class: "gnav-little" }, emblem(h, rank)),
};
