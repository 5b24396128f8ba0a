// @ts-check
/** The table of Gnav: draws a view, says events in words, and cuts a settlement into scenes. */
import { actions } from "./gnav/actions.js";
import { bubbles, sayings } from "./gnav/bubbles.js";
import { middle } from "./gnav/middle.js";
import { rankStrip } from "./gnav/ranks.js";
import { cards, people } from "./gnav/seats.js";

export { hint } from "./gnav/hints.js";
export { rulesAt } from "./gnav/rules_at.js";
export { scenes } from "./gnav/scenes.js";
export { say, sentence } from "./gnav/words.js";

/** The people sit at their cards; the page draws no row of them. */
export const seatsPeople = true;

/** The buttons that make a move. */
export const moves = ".gnav-move:enabled";

/** The events that begin a part of the log. */
export const chapters = ["deal"];

/**
 * Put away the sheet that lies open.
 * @param {any} ui
 */
export function close(ui) {
  const open = Boolean(ui.gnavRanks);
  ui.gnavRanks = false;
  return open;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function render(view, context) {
  const { h, t } = context;
  const said = bubbles(view, context);
  const size = view.lives.length > 6 ? "many" : view.lives.length > 4 ? "some" : "few";
  const scene = view.scene ? ` shows-${view.scene.name}` : "";
  return h(
    "section",
    { class: `gnav is-${size}${context.seat === null ? " is-watched" : ""}${scene}`, "aria-label": t("gnav.table") },
    h(
      "div",
      { class: "gnav-room" },
      h(
        "div",
        { class: "gnav-round" },
        h("div", { key: "top", class: "gnav-top", "aria-hidden": "true" }),
        h("div", { key: "middle", class: "gnav-centre" }, middle(view, context, said)),
        ...cards(view, context),
        ...people(view, context),
        ...sayings(view, context, said),
      ),
    ),
    h("div", { class: "gnav-hand", part: true }, actions(view, context), rankStrip(view, context)),
  );
}
