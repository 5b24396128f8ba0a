// @ts-check
/** What is lifted now: a tap lifts a bid or a die, a second tap or the button plays it. */
import { tricksTaken } from "./dice.js";

/**
 * A name for the moment, so that what was lifted in one trick is not lifted in the next.
 * @param {any} view
 */
export function turnOf(view) {
  return `${view.phase}-${view.hand_no}-${tricksTaken(view)}`;
}

/**
 * The move that is lifted now, if it is still legal.
 * @param {any} view
 * @param {any} context
 */
export function chosenMove(view, { ui, legal }) {
  const chosen = ui.mdChosen;
  if (!chosen || view.scene || chosen.turn !== turnOf(view)) return null;
  return legal.find((/** @type {any} */ { type, die, tricks }) => type === chosen.type && die === chosen.die && tricks === chosen.tricks) ?? null;
}

/**
 * Lift `chosen`; play `lifted` if the tapped thing was lifted already.
 * @param {any} context
 * @param {any} chosen
 * @param {any} lifted  the legal move, or null
 */
export function choose(context, chosen, lifted) {
  const { ui } = context;
  ui.mdWhy = null;
  ui.mdLast = false;
  if (lifted) {
    play(context, lifted);
  } else {
    ui.mdChosen = chosen;
    context.update();
  }
}

/**
 * @param {any} context
 * @param {any} move
 */
function play(context, move) {
  context.ui.mdChosen = null;
  context.act(move);
}

/**
 * The button that appears when something is lifted.
 * @param {any} view
 * @param {any} context
 */
export function playButton(view, context) {
  const { h, t } = context;
  const move = chosenMove(view, context);
  if (!move) return null;
  const words = move.type === "bid" ? t("mino_dice.bid.play", { count: move.tricks }) : t(`mino_dice.roll.${move.die}`);
  return h("button", { key: "play", type: "button", class: "md-play", onclick: () => play(context, move) }, words);
}
