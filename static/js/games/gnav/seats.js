// @ts-check
/** The people round the table: name, lives as matches, what they say, and the card before them. */
import { cardFaces, frontArt, matchstick } from "./card.js";
import { rankName } from "./emblems.js";
import { cardPlaces, fromDealersLeft, seatsWithCards } from "./follow.js";
import { freeSide, placeStyle, stepOf } from "./ring.js";

const TURN_STEP = 130;

/**
 * What of a seat is worth saying beside its name.
 * @param {any} view
 * @param {number} seat
 */
export function standing(view, seat) {
  if (view.lives[seat] === 0) return "out";
  if (view.resting.includes(seat)) return "rests";
  if (view.turn === seat) return "turn";
  return view.dealer === seat && view.phase !== "over" ? "dealer" : null;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function people(view, context) {
  const before = seatsWithCards(view);
  return view.lives.map((/** @type {number} */ _, /** @type {number} */ seat) =>
    person(view, context, seat, before.includes(seat)),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 * @param {boolean} hasCard
 */
function person(view, context, seat, hasCard) {
  const { h, t, name } = context;
  const state = standing(view, seat);
  const mine = context.seat === seat;
  const signs = { "is-mine": mine, "is-lifted": view.scene?.lifted?.includes(seat) };
  const marks = Object.entries(signs).flatMap(([mark, holds]) => (holds ? [mark] : []));
  return h(
    "div",
    {
      key: `seat-${seat}`,
      class: ["gnav-seat", ...marks, ...(state ? [`is-${state}`] : [])].join(" "),
      style: seatPlace(view, context, seat),
      "data-seat": seat,
      part: true,
      role: "group",
      "aria-label": mine ? t("gnav.you") : name(seat),
    },
    matches(view, context, seat),
    hasCard || !["out", "rests"].includes(state ?? "") ? null : h("span", { class: "gnav-place", "aria-hidden": "true" }),
    context.person(seat),
    state && state !== "turn" ? badge(view, context, { seat, state, hasCard }) : null,
  );
}

/**
 * Beside the card, or in the place of one.
 * @param {any} view
 * @param {any} context
 * @param {{seat: number, state: string, hasCard: boolean}} which
 */
function badge(view, context, { seat, state, hasCard }) {
  const count = view.lives.length;
  const { narrow, wide } = freeSide(stepOf(seat, context.seat, count), count);
  const sides = hasCard ? ` is-${narrow} wide-${wide}` : "";
  return context.h("span", { class: `gnav-badge${sides}` }, context.t(`gnav.is.${state}`));
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function matches(view, context, seat) {
  const { h, t } = context;
  const lives = view.lives[seat];
  const burning = view.scene?.burning?.includes(seat) ? 1 : 0;
  const most = context.table.options?.lives ?? Math.max(...view.lives) + burning;
  return h(
    "div",
    { class: "gnav-matches", role: "img", "aria-label": t("gnav.lives", { count: lives }) },
    ...Array.from({ length: most }, (_, index) =>
      matchstick(h, index < lives ? "whole" : index < lives + burning ? "burning" : "burnt"),
    ),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function seatPlace(view, context, seat) {
  return placeStyle(stepOf(seat, context.seat, view.lives.length), view.lives.length);
}

/**
 * The cards before the seats, each under a key of its own that follows it from seat to seat.
 * @param {any} view
 * @param {any} context
 */
export function cards(view, context) {
  const seats = view.lives.length;
  const places = cardPlaces(seats, view.asks);
  const order = fromDealersLeft(seats, view.dealer);
  return seatsWithCards(view)
    .map((seat) => placedCard(view, context, { seat, origin: places[seat], order }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/**
 * @param {any} view
 * @param {any} context
 * @param {{seat: number, origin: number|string, order: number[]}} card
 */
function placedCard(view, context, { seat, origin, order }) {
  const { h, t } = context;
  const rank = view.cards[seat];
  const up = rank !== null && isUp(view, context, seat);
  const lifted = view.scene?.lifted?.includes(seat);
  const name = `card-${view.deal}-${origin}`;
  const step = order.indexOf(seat);
  const delay = view.scene?.turning ? step * TURN_STEP : 0;
  return h(
    "div",
    {
      key: name,
      class: `gnav-card gnav-placed${context.seat === seat ? " is-mine" : ""}${lifted ? " is-lifted" : ""}${view.open[seat] ? " is-open" : ""}`,
      style: seatPlace(view, context, seat),
      part: "cards",
      "data-flip": name,
      "data-flip-from": "stock",
      "data-flip-delay": view.asks.length ? 0 : step * 80,
      role: "img",
      "aria-label": cardLabel(view, context, seat),
    },
    cardFaces(context, { rank: up ? rank : null, up, delay }),
    rank !== null && !up ? ghost(context, rank, t) : null,
  );
}

/**
 * Whether a known card is drawn face up: an open one, my own, or all of them for who looks on;
 * a spectator knows a face that lies down only in a replay with everything open.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function isUp({ open }, { seat: me }, seat) {
  return open[seat] || me === seat || me === null;
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function cardLabel(view, context, seat) {
  const { t, name, seat: me } = context;
  const rank = view.cards[seat];
  const who = seat === me ? t("gnav.you") : name(seat);
  if (rank === null) return t("gnav.card.hidden", { name: who });
  const key = view.open[seat] || me === null ? "open" : seat === me ? "own" : "ghost";
  return t(`gnav.card.${key}`, { name: who, rank: rankName(t, rank) });
}

/**
 * A card that you know though it lies face down: you had it in your hand.
 * @param {any} context
 * @param {string} rank
 * @param {Function} t
 */
function ghost(context, rank, t) {
  return context.h("span", { class: "gnav-ghost", title: t("gnav.ghost") }, frontArt(context, rank));
}
