// @ts-check
/** The people round the table: name, the cards they still hold, and the scale before them. */
import { balance, signed } from "./balance.js";
import { backArt, cardArt, numberOn } from "./card.js";

const PLACES = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"] };

/**
 * Where a seat sits as the viewer sees the table; a spectator looks from seat 0.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
export function placeOf(view, context, seat) {
  const seats = view.hand_sizes.length;
  const step = (seat - (context.seat ?? 0) + seats) % seats;
  return /** @type {any} */ (PLACES)[seats][step];
}

/** By how much a card is turned so that its white half points to the middle. */
const TURNS = { bottom: 0, left: 90, top: 180, right: -90 };

/**
 * By how much a card is turned that was played from there, in degrees: what counts points inwards.
 * @param {string} place
 * @param {"white"|"black"} colour  that was named
 */
export function turnOf(place, colour) {
  return TURNS[/** @type {keyof typeof TURNS} */ (place)] + (colour === "white" ? 0 : 180);
}

/**
 * Whose card is awaited.
 * @param {any} view
 * @returns {number|null}
 */
export function toPlay(view) {
  if (view.phase === "over" || view.scene) return null;
  return (view.trick.leader + view.trick.plays.length) % view.hand_sizes.length;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function people(view, context) {
  return view.hand_sizes.map((/** @type {number} */ _, /** @type {number} */ seat) => person(view, context, seat));
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function person(view, context, seat) {
  const { h, t, name } = context;
  const mine = context.seat === seat;
  const total = signed(view.scores[seat]).replace("+", "");
  const seats = view.hand_sizes.length;
  const flip = view.scene?.name === "round" ? pointsName(view.round, seat) : null;
  const arriving = view.scene?.name === "collect" && view.scene.winner === seat ? collected(view, context) : null;
  return h(
    "div",
    {
      key: `seat-${seat}`,
      class: `mk-person at-${placeOf(view, context, seat)}${mine ? " is-mine" : ""}`,
      "data-seat": seat,
      part: true,
      role: "group",
      "aria-label": mine ? t("milkuro.you") : name(seat),
    },
    h(
      "div",
      { class: "mk-name" },
      context.person(seat),
      h("span", { class: "mk-total", role: "img", "aria-label": t("milkuro.total", { count: view.scores[seat], points: total }) }, total),
    ),
    mine ? null : fan(view, context, seat),
    balance(context, { piles: view.piles[seat], seats, flip, arriving }),
  );
}

/**
 * The name under which the points of a round travel from the scale to the sheet.
 * @param {number} round
 * @param {number} seat
 */
export function pointsName(round, seat) {
  return `points-${round}-${seat}`;
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function fan(view, context, seat) {
  const { h, t } = context;
  if (view.hands) return openFan(view, context, seat);
  const size = view.hand_sizes[seat];
  return h(
    "div",
    { class: "mk-fan", role: "img", "aria-label": t("milkuro.holds", { count: size }) },
    ...Array.from({ length: size }, (_, index) =>
      h("span", { key: index, class: "mk-card mk-hidden", part: true, "data-flip-place": `h${seat}-${index}` }, backArt(h)),
    ),
  );
}

/**
 * A hand that everybody sees: in the open view of a match that is over.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function openFan(view, { h, t }, seat) {
  const played = view.trick.plays.map((/** @type {any} */ { card }) => card);
  const cards = view.hands[seat].filter((/** @type {number} */ card) => !played.includes(card));
  return h(
    "div",
    { class: "mk-fan is-open", role: "group", "aria-label": t("milkuro.holds", { count: cards.length }) },
    ...cards.map((/** @type {number} */ card) =>
      h(
        "span",
        {
          key: `c${card}`,
          class: "mk-open-card",
          role: "img",
          "aria-label": t("milkuro.card", { white: card, black: numberOn(card, "black") }),
        },
        h("span", { "aria-hidden": "true" }, String(card)),
      ),
    ),
  );
}

/**
 * The trick on its way to the scale of whoever took it.
 * @param {any} view
 * @param {any} context
 */
function collected(view, context) {
  const { h } = context;
  const { colour, plays } = view.trick;
  return h(
    "div",
    { class: `mk-collected on-${colour}`, "aria-hidden": "true" },
    ...plays.map((/** @type {any} */ { seat, card }) =>
      h("span", { key: `c${card}`, class: "mk-card", "data-flip": `c${card}` }, cardArt(h, card, { turn: turnOf(placeOf(view, context, seat), colour), counts: colour })),
    ),
  );
}
