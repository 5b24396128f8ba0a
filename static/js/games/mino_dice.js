// @ts-check
/** The table of Mino Dice: draws a view, says events in words, and lets the dice be seen rolling. */
import { zone } from "./mino_dice/arena.js";
import { playButton } from "./mino_dice/choice.js";
import { help } from "./mino_dice/help.js";
import { others, person } from "./mino_dice/people.js";
import { screen } from "./mino_dice/screen.js";
import { paper, reckoning } from "./mino_dice/sheet.js";

export { hint } from "./mino_dice/hints.js";
export { rulesAt } from "./mino_dice/rules_at.js";
export { scenes } from "./mino_dice/scenes.js";
export { say, sentence } from "./mino_dice/words.js";

/** The people sit round the arena; the page draws no row of them. */
export const seatsPeople = true;

/** The buttons that make a move. */
export const moves = ".md-tap:enabled";

/** What the arrow keys go through. */
export const hands = ".md-bidding, .md-dice";

/** The events that begin a part of the log. */
export const chapters = ["draw"];

/**
 * Put away the paper that lies open, or the last trick; else put down what is lifted.
 * @param {any} ui
 */
export function close(ui) {
  const open = Boolean(ui.mdOpen || ui.mdLast);
  const lifted = !open && Boolean(ui.mdChosen);
  ui.mdOpen = null;
  ui.mdLast = false;
  if (lifted) ui.mdChosen = null;
  return open || lifted;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function render(view, context) {
  const { h, t, seat, legal } = context;
  const watched = seat === null ? " is-watched" : "";
  const scene = view.scene ? ` shows-${view.scene.name}` : "";
  const bids = legal.some((/** @type {any} */ { type }) => type === "bid") ? " is-bidding" : "";
  return h(
    "section",
    { class: `mino-dice for-${view.scores.length}${watched}${scene}${bids}`, "aria-label": t("mino_dice.table") },
    h("div", { key: "room", class: "md-room" }, ...others(view, context), zone(view, context), reckoning(view, context)),
    h("div", { key: "near", class: "md-near" }, person(view, context, seat ?? 0), screen(view, context), playButton(view, context)),
    help(view, context),
    paper(view, context),
  );
}
