// @ts-check
/** The table of Milkuro: draws a view, says events in words, and shows whole tricks and rounds. */
import { hand, playButton } from "./milkuro/hand.js";
import { people } from "./milkuro/people.js";
import { sheet, sheetIsOpen, tools } from "./milkuro/tools.js";
import { middle } from "./milkuro/trick.js";

export { hint } from "./milkuro/hints.js";
export { rulesAt } from "./milkuro/rules_at.js";
export { scenes } from "./milkuro/scenes.js";
export { say, sentence } from "./milkuro/words.js";

/** The people sit at their scales; the page draws no row of them. */
export const seatsPeople = true;

/** The buttons that make a move. */
export const moves = ".mk-tap:enabled";

/** What the arrow keys go through. */
export const hands = ".mk-hand";

/** The events that begin a part of the log. */
export const chapters = ["deal"];

/**
 * Put away the score sheet, or the last trick; else put down the lifted card.
 * @param {any} ui
 */
export function close(ui) {
  const open = Boolean(ui.mkSheet || ui.mkLast);
  const lifted = !open && Boolean(ui.mkChosen);
  ui.mkSheet = ui.mkLast = false;
  if (lifted) ui.mkChosen = null;
  return open || lifted;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function render(view, context) {
  const { h, t } = context;
  const seats = view.hand_sizes.length;
  const scene = view.scene ? ` shows-${view.scene.name}` : "";
  return h(
    "section",
    { class: `milkuro for-${seats}${context.seat === null ? " is-watched" : ""}${scene}`, "aria-label": t("milkuro.table") },
    h(
      "div",
      { class: "mk-room" },
      h("div", { key: "cloth", class: "mk-cloth", part: true }, roundNote(view, context), middle(view, context), playButton(view, context)),
      ...people(view, context),
      tools(view, context),
      sheetIsOpen(view, context) ? sheet(view, context) : null,
    ),
    context.seat === null ? null : hand(view, context),
  );
}

/**
 * @param {any} view
 * @param {any} context
 */
function roundNote(view, context) {
  const { h, t } = context;
  const key = view.rounds === null ? "milkuro.round.two" : "milkuro.round";
  const under = sheetIsOpen(view, context) ? " is-under" : "";
  return h("p", { class: `mk-round${under}` }, t(key, { number: view.round + 1, rounds: view.rounds ?? 0 }));
}
