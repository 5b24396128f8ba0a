// @ts-check
/** The people round the arena: name, total, bid against tricks as pips, and coins that wait. */
import { flightOf, stepOf, total } from "./dice.js";
import { chip, cube } from "./die.js";

/** More pips than can be seen at a glance; the figures before them say it alone where room is short. */
const MANY = 5;

const PLACES = /** @type {Record<number, string[]>} */ ({
  3: ["near", "left", "right"],
  4: ["near", "left", "top", "right"],
  5: ["near", "left-low", "left-high", "right-high", "right-low"],
  6: ["near", "left-low", "left-high", "top", "right-high", "right-low"],
});

/**
 * Everybody but who sits at the near edge, clockwise from the left.
 * @param {any} view
 * @param {any} context
 */
export function others(view, context) {
  const seats = view.scores.length;
  const first = context.seat ?? 0;
  return Array.from({ length: seats - 1 }, (_, index) => person(view, context, (first + 1 + index) % seats));
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
export function person(view, context, seat) {
  const { h, t, name } = context;
  const place = PLACES[view.scores.length][stepOf(view, context, seat)];
  const mine = context.seat === seat;
  const score = view.scores[seat];
  return h(
    "div",
    {
      key: `seat-${seat}`,
      class: `md-person at-${place}${mine ? " is-mine" : ""}`,
      "data-seat": seat,
      part: true,
      role: "group",
      "aria-label": mine ? t("mino_dice.you") : name(seat),
    },
    h(
      "div",
      { class: "md-name" },
      context.person(seat),
      h("span", { class: "md-total", role: "img", "aria-label": t("mino_dice.total", { points: total(score) }) }, total(score)),
      view.scene?.name === "collect" && view.scene.winner === seat ? collected(view, context) : null,
    ),
    h("div", { class: "md-tally" }, tally(view, context, seat), coins(view, context, seat)),
    mine ? null : folding(view, context, seat),
  );
}

/**
 * The bid against the tricks: pips to fill; one too many is red and has a sign.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function tally(view, context, seat) {
  const { h, t } = context;
  const bid = view.bids[seat];
  if (bid === null || view.scene?.name === "count") return bidState(view, context, seat);
  const taken = view.tricks[seat];
  const over = taken > bid;
  const size = Math.max(bid, taken);
  const state = (over ? " is-over" : taken === bid ? " is-made" : "") + (size >= MANY ? " is-many" : "");
  const words = over ? t("mino_dice.tally.over", { bid, taken }) : t("mino_dice.tally", { bid, taken });
  return h(
    "span",
    { key: "pips", class: `md-pips${state}`, role: "img", "aria-label": words, title: words },
    h("b", null, `${taken}/${bid}`),
    seat === context.seat && !over ? h("span", { class: "md-tally-words" }, words) : null,
    h(
      "span",
      { class: "md-pip-row" },
      ...Array.from({ length: size }, (_, at) => h("i", { key: at, class: at < Math.min(bid, taken) ? "is-full" : at >= bid ? "is-extra" : null })),
      size === 0 ? h("i", { key: "none", class: "is-none" }) : null,
    ),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function bidState(view, { h, t, seat: me }, seat) {
  const made = view.bid_made[seat];
  const words = made ? t("mino_dice.has_bid") : seat === me ? t("mino_dice.you_bid") : t("mino_dice.thinks");
  return h("span", { key: "state", class: `md-state${made ? " is-ready" : ""}` }, h("span", { class: "md-state-words" }, words));
}

/**
 * The bonus that waits for an exact bid.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function coins(view, { h, t }, seat) {
  const points = view.bonus[seat];
  if (points === 0) return null;
  const size = Math.min(3, Math.ceil(points / 40));
  const words = t("mino_dice.bonus", { points });
  return h(
    "span",
    { key: `coins-${points}`, class: "md-coins", role: "img", "aria-label": words, title: words },
    h(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
      ...Array.from({ length: size }, (_, at) => h("ellipse", { class: "coin", cx: 12, cy: 17 - at * 4.5, rx: 9.5, ry: 5 })),
    ),
    h("span", { "aria-hidden": "true" }, `+${points}`),
  );
}

/**
 * The outside of somebody's screen, and how many dice stand behind it.
 * @param {any} view
 * @param {any} context
 * @param {number} seat
 */
function folding(view, { h, t }, seat) {
  if (Array.isArray(view.hands)) return openDice(h, t, view.hands[seat]);
  const count = view.hand_sizes[seat];
  return h(
    "div",
    { key: "folding", class: "md-folding", "data-flip": `folding-${seat}`, role: "img", "aria-label": t("mino_dice.holds", { count }) },
    ...Array.from({ length: count }, (_, at) => h("i", { key: at })),
  );
}

/**
 * What stands behind a screen, in the open view of a match that is over.
 * @param {Function} h
 * @param {import("../../lib/t.js").Translate} t
 * @param {string[]} hand
 */
function openDice(h, t, hand) {
  return h(
    "div",
    { key: "open", class: "md-open-hand", role: "group", "aria-label": t("mino_dice.holds", { count: hand.length }) },
    ...hand.map((die, at) =>
      h("span", { key: at, role: "img", "aria-label": t(`mino_dice.die.${die}`) }, chip(h, die)),
    ),
  );
}

/**
 * The dice of a trick on their way to whoever took it.
 * @param {any} view
 * @param {any} context
 */
function collected(view, { h }) {
  return h(
    "div",
    { key: "collected", class: "md-collected", "aria-hidden": "true" },
    ...view.trick.plays.map((/** @type {import("./dice.js").Play} */ { seat, die, face }) =>
      h("span", { key: seat, class: "md-pile", "data-flip": flightOf(view, seat) }, cube(h, { die, face })),
    ),
  );
}
