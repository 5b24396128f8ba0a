// @ts-check
/** The two big buttons: one for each legal move, sent as it came. */
import { fromDealersLeft } from "./follow.js";

/**
 * @param {any} view
 * @param {any} context
 */
export function actions(view, context) {
  const { h, t, legal, pending } = context;
  const waiting = pending ? [pending] : [];
  const moves = view.scene ? [] : legal.length ? legal : waiting;
  return h(
    "div",
    { class: "gnav-actions", role: "group", "aria-label": t("gnav.actions") },
    ...moves.map((/** @type {any} */ move) => moveButton(view, context, move)),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {any} move
 */
function moveButton(view, context, move) {
  const { h, t, pending } = context;
  const sent = pending !== null && pending?.type === move.type;
  return h(
    "button",
    {
      key: move.type,
      type: "button",
      class: `gnav-move is-${move.type}${sent ? " is-sent" : ""}`,
      "data-move": move.type,
      disabled: Boolean(pending),
      onclick: () => context.act(move),
    },
    h("span", { class: "gnav-verb" }, t(`gnav.move.${move.type}`)),
    move.type === "swap" ? h("span", { class: "gnav-whom" }, whom(view, context)) : null,
  );
}

/**
 * Whom a swap would ask, in words: the next to the left, or the stock.
 * @param {any} view
 * @param {any} context
 */
export function whom(view, { t, name, seat }) {
  const order = fromDealersLeft(view.lives.length, view.dealer);
  const next = order.slice(order.indexOf(seat) + 1).find((one) => view.in_deal.includes(one));
  return next === undefined ? t("gnav.move.stock") : t("gnav.move.with", { name: name(next) });
}
