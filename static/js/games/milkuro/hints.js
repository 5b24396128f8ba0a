// @ts-check
/** A move as a hint shows it: in words, as a picture, and where it lies on the board. */
import { cardArt, numberOn } from "./card.js";

/** What can be advised here. */
export const hint = { look: "milkuro", words, picture, places };

/**
 * The colour in which a card would count.
 * @param {any} move
 * @param {any} view
 */
function colourOf(move, view) {
  return move.colour ?? view.trick.colour;
}

/**
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function words(move, view, { t }) {
  const colour = colourOf(move, view);
  return t(`milkuro.play.${move.type}.${colour}`, { number: numberOn(move.card, colour) });
}

/**
 * The card, turned as it would lie.
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function picture(move, view, { h }) {
  const colour = colourOf(move, view);
  return h("span", { class: "mk-little" }, cardArt(h, move.card, { turn: colour === "white" ? 0 : 180, counts: colour }));
}

/** @param {any} move */
function places({ card, colour }) {
  return `.mk-tap[data-card="${card}"]${colour ? `[data-colour="${colour}"]` : ""}`;
}
