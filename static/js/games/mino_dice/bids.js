// @ts-check
/** Bidding with the fingers of a hand: one button for each legal bid, then all hands together. */
import { chosenMove, choose, turnOf } from "./choice.js";
import { direction } from "./dice.js";
import { fingers } from "./fingers.js";

/**
 * The hands to choose from, while the own bid is awaited.
 * @param {any} view
 * @param {any} context
 */
export function bidding(view, context) {
  const { h, t, legal } = context;
  const moves = view.scene ? [] : legal.filter((/** @type {any} */ { type }) => type === "bid");
  if (moves.length === 0) return null;
  const columns = inARow(moves.length);
  const rows = Math.ceil(moves.length / columns);
  return h(
    "div",
    { key: "bidding", class: `md-bidding${moves.length > 2 ? " is-wide" : ""}`, role: "group", "aria-label": t("mino_dice.bidding"), style: { "--columns": columns, "--rows": rows } },
    ...moves.map((/** @type {any} */ move) => bidButton(view, context, move)),
  );
}

/**
 * So many side by side: up to four, the rest in rows of nearly the same length.
 * @param {number} bids
 */
function inARow(bids) {
  return Math.ceil(bids / Math.ceil(bids / (bids === 9 ? 3 : 4)));
}

/**
 * @param {any} view
 * @param {any} context
 * @param {any} move
 */
function bidButton(view, context, move) {
  const { h, t } = context;
  const lifted = chosenMove(view, context) === move;
  return h(
    "button",
    {
      key: move.tricks,
      type: "button",
      class: `md-tap md-bid${lifted ? " is-lifted" : ""}`,
      "aria-pressed": lifted,
      "aria-label": t("mino_dice.bid.tap", { count: move.tricks }),
      part: true,
      "data-bid": move.tricks,
      onclick: () => choose(context, { ...move, turn: turnOf(view) }, lifted ? move : null),
    },
    fingers(h, move.tricks),
    h("span", { class: "md-bid-number" }, move.tricks),
  );
}

/**
 * The hands in the arena: fists of those that have bid, then the fingers, all at once.
 * @param {any} view
 * @param {any} context
 */
export function shownBids(view, context) {
  const choosing = !view.scene && context.legal.length > 0;
  if (choosing) return [];
  const hands = view.bid_made.map((/** @type {boolean} */ made, /** @type {number} */ seat) =>
    shownHand(view, context, { seat, made }),
  );
  return [...hands, countWord(view, context)];
}

/**
 * @param {any} view
 * @param {any} context
 * @param {{seat: number, made: boolean}} what
 */
function shownHand(view, context, { seat, made }) {
  const { h, t, name, avatar, pending } = context;
  const bid = view.scene?.name === "count" ? null : (view.bids[seat] ?? (seat === context.seat ? (pending?.tricks ?? null) : null));
  const state = bid !== null ? "is-open" : made ? "is-fist" : "is-thinking";
  const words = bid !== null ? "open" : made ? "made" : "thinking";
  return h(
    "div",
    {
      key: `bid-${seat}`,
      class: `md-shown ${state}`,
      style: direction(view, context, seat),
      part: "bids",
      role: "img",
      "aria-label": t(`mino_dice.bid.${words}`, { name: name(seat), count: bid ?? 0 }),
    },
    state === "is-thinking" ? h("span", { class: "md-dots", "aria-hidden": "true" }, "…") : fingers(h, bid ?? 0),
    bid === null ? null : h("span", { class: "md-bid-number" }, bid),
    h("span", { class: "md-owner" }, avatar(seat, "100%")),
  );
}

/**
 * @param {any} view
 * @param {any} context
 */
function countWord({ scene }, { h, t }) {
  if (scene?.name !== "count") return null;
  return h("p", { key: `count-${scene.step}`, class: "md-count" }, t(`mino_dice.count.${scene.step}`));
}
