// @ts-check
/** Bottles on a shelf, on the truck and on an order. */
import { listWords } from "../../lib/t.js";
import { bottleArt } from "./art.js";
import { KINDS } from "./printed.js";

/**
 * @param {import("./play.js").Play} play
 * @param {import("./printed.js").Kind} kind
 */
export function bottle({ h, t }, kind) {
  return bottleArt(h, kind, t(`milkman.letter.${kind}`));
}

/**
 * An order as numbers before bottles: two W, one S.
 * @param {import("./play.js").Play} play
 * @param {number[]} order
 */
export function orderArt(play, order) {
  const { h } = play;
  const kinds = order.filter((amount) => amount > 0).length;
  return h(
    "span",
    { class: `mm-order of-${kinds}`, "aria-hidden": "true" },
    ...KINDS.flatMap((kind, index) =>
      order[index] ? [h("span", { key: kind, class: "mm-order-part" }, h("b", null, order[index]), bottle(play, kind))] : [],
    ),
  );
}

/**
 * Amounts of bottles in words: "2 whole, 1 skim".
 * @param {import("./play.js").Play} play
 * @param {number[]} amounts
 */
export function bottleWords(play, amounts) {
  return listWords(bottleParts(play, amounts), "unit");
}

/**
 * The same for a longer list, each kind by itself.
 * @param {import("./play.js").Play} play
 * @param {number[]} amounts
 */
export function bottleParts({ t }, amounts) {
  const parts = KINDS.flatMap((kind, index) =>
    amounts[index] ? [t(`milkman.amount.${kind}`, { count: amounts[index] })] : [],
  );
  return parts.length > 0 ? parts : [t("milkman.amount.none")];
}

/**
 * One entry a bottle, by kind: how they stand on a shelf.
 * @param {number[]} amounts
 * @returns {import("./printed.js").Kind[]}
 */
export function standing(amounts) {
  return KINDS.flatMap((kind, index) => Array(amounts[index]).fill(kind));
}
