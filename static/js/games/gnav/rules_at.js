// @ts-check
/** Which paragraph of the rules is about this moment. */
import { fromDealersLeft } from "./follow.js";

export const PARAGRAPHS = {
  answer: "matadors", ask: "matadors", asked: "matadors", settling: "settling",
  out: "out", resting: "rest", stock: "stock", turn: "turn", over: "end",
};

/**
 * @param {any} view
 * @param {any} context
 * @returns {string}
 */
export function rulesAt(view, { seat }) {
  if (view.scene) return PARAGRAPHS[/** @type {"ask"} */ (view.scene.name)] ?? PARAGRAPHS.settling;
  if (view.phase === "over") return PARAGRAPHS.over;
  if (seat !== null && view.lives[seat] === 0) return PARAGRAPHS.out;
  if (seat !== null && view.resting.includes(seat)) return PARAGRAPHS.resting;
  return view.turn !== null && asksTheStock(view) ? PARAGRAPHS.stock : PARAGRAPHS.turn;
}

/**
 * Whether nobody is left to ask for whoever is to act.
 * @param {any} view
 */
function asksTheStock({ lives, dealer, turn, in_deal: players }) {
  const order = fromDealersLeft(lives.length, dealer);
  return !order.slice(order.indexOf(turn) + 1).some((one) => players.includes(one));
}
