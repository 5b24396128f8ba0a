// @ts-check
/**
 * My hand. A tap lifts a card (its tapped half names the colour), a second tap or the button that
 * appears plays it. What can be tapped is what occurs in `legal`.
 */
import { cardArt, numberOn } from "./card.js";

/** @typedef {"white"|"black"} Colour */

/**
 * The move that is lifted now, if it is still legal.
 * @param {any} context
 */
export function chosenMove({ ui, legal }) {
  return legal.find((/** @type {any} */ move) => same(move, ui.mkChosen)) ?? null;
}

/**
 * @param {any} one
 * @param {any} other
 */
function same(one, other) {
  return Boolean(other) && one.type === other.type && one.card === other.card && one.colour === other.colour;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function hand(view, context) {
  const { h, t, ui } = context;
  const sort = /** @type {Colour} */ (ui.mkSort ?? "white");
  const cards = sort === "white" ? view.hand : [...view.hand].reverse();
  return h(
    "div",
    {
      key: "hand",
      class: `mk-hand sorts-${sort}${cards.length > 6 ? " is-long" : ""}`,
      part: true,
      role: "group",
      "aria-label": t("milkuro.hand"),
      style: { "--cards": cards.length, "--row": Math.ceil(cards.length / 2) },
    },
    ...cards.map((/** @type {number} */ card) => heldCard(view, context, { card, sort })),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {{card: number, sort: Colour}} held
 */
function heldCard(view, context, { card, sort }) {
  const { h, t, legal, pending } = context;
  const moves = view.scene ? [] : legal.filter((/** @type {any} */ move) => move.card === card);
  const chosen = chosenMove(context);
  const lifted = chosen?.card === card || pending?.card === card;
  const turn = sort === "white" ? 0 : 180;
  const label = t("milkuro.card", { white: card, black: numberOn(card, "black") });
  return h(
    "div",
    {
      key: `c${card}`,
      class: `mk-held${lifted ? " is-lifted" : ""}${moves.length ? " is-open" : ""}${pending?.card === card ? " is-sent" : ""}`,
      "data-flip": `c${card}`,
    },
    h(
      "div",
      { class: "mk-lift" },
      h("span", { class: "mk-card", part: true, ...(moves.length ? null : { role: "img", "aria-label": label }) }, cardArt(h, card, { turn })),
      ...moves.map((/** @type {any} */ move) => tapButton(view, context, { move, sort, chosen, label, halves: moves.length > 1 })),
    ),
  );
}

/**
 * It is named after the card and what playing it means.
 * @param {any} view
 * @param {any} context
 * @param {{move: any, sort: Colour, chosen: any, label: string, halves: boolean}} tap
 */
function tapButton(view, context, { move, sort, chosen, label, halves }) {
  const { h, t, ui } = context;
  const lifted = same(move, chosen);
  const place = halves ? (move.colour === sort ? " is-upper" : " is-lower") : "";
  const meaning = playWords(view, t, move);
  const tap = () => {
    if (lifted || context.oneTap) {
      ui.mkChosen = null;
      context.act(move);
    } else {
      ui.mkChosen = move;
      context.update();
    }
  };
  return h("button", {
    key: move.colour ?? "card",
    type: "button",
    class: `mk-tap${place}${lifted ? " is-lifted" : ""}`,
    "aria-pressed": lifted,
    "aria-label": halves ? `${meaning}. ${label}` : `${label}. ${meaning}`,
    "data-card": move.card,
    "data-colour": move.colour ?? null,
    onclick: tap,
  });
}

/**
 * @param {any} view
 * @param {Function} t
 * @param {any} move
 * @returns {string}
 */
function playWords(view, t, move) {
  const colour = move.colour ?? view.trick.colour;
  return t(`milkuro.play.${move.type}.${colour}`, { number: numberOn(move.card, colour) });
}

/**
 * The button that appears when a card is lifted.
 * @param {any} view
 * @param {any} context
 */
export function playButton(view, context) {
  const { h, t, ui } = context;
  const move = view.scene ? null : chosenMove(context);
  if (!move) return null;
  const play = () => {
    ui.mkChosen = null;
    context.act(move);
  };
  return h("button", { key: "play", type: "button", class: "mk-play", onclick: play }, playWords(view, t, move));
}
