// @ts-check
/** Which paragraph of the rules is about this moment. */
import { playOf } from "./play.js";

export const PARAGRAPHS = {
  roll: "rounds", pay: "done", over: "end", wait: "rounds",
  pouring: "spilt", rerolls: "rerolls", driving: "driving", market: "order", done: "done", actions: "actions",
  money: "money", milk: "milk", bottle: "bottle", labor: "labor", truck: "truck", spilt: "spilt",
};

/**
 * @param {any} view
 * @param {any} context
 * @returns {string}
 */
export function rulesAt(view, context) {
  if (view.scene) return PARAGRAPHS[/** @type {"roll"} */ (view.scene.name)] ?? PARAGRAPHS.roll;
  if (view.phase === "over") return PARAGRAPHS.over;
  const { farm, choice, moves, deed } = playOf(view, context);
  if (moves.length === 0) return farm.done ? PARAGRAPHS.done : PARAGRAPHS.wait;
  if (farm.pouring) return PARAGRAPHS.pouring;
  if (deed?.key === "done") return PARAGRAPHS.done;
  const die = farm.dice[choice.dice.at(-1) ?? -1];
  if (die) return PARAGRAPHS[/** @type {"money"} */ (die.face)];
  return withoutDice(farm, moves);
}

/**
 * @param {any} farm
 * @param {any[]} moves
 */
function withoutDice(farm, moves) {
  if (moves.some(({ type }) => type === "reroll")) return PARAGRAPHS.rerolls;
  if (farm.truck.points > 0) return PARAGRAPHS.driving;
  if (farm.market === "waiting") return PARAGRAPHS.market;
  return farm.dice.every((/** @type {any} */ { used }) => used) ? PARAGRAPHS.done : PARAGRAPHS.actions;
}
