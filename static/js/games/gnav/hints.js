// @ts-check
/** A move as a hint shows it: in words, as a picture, and where it lies on the board. */
import { whom } from "./actions.js";
import { emblem } from "./emblems.js";

/** What can be advised here. */
export const hint = { look: "gnav", words, picture, places };

/**
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function words(move, view, context) {
  const verb = context.t(`gnav.move.${move.type}`);
  return move.type === "swap" ? `${verb} ${whom(view, context)}` : verb;
}

/**
 * My card: kept, or on its way.
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function picture(move, view, { h, seat }) {
  const card = view.cards[seat];
  return h("span", { class: `gnav-little is-${move.type}` }, card === null ? null : emblem(h, card));
}

/** @param {any} move */
function places({ type }) {
  return `.gnav-move[data-move="${type}"]`;
}
