// @ts-check
/** The table of Milkman: one farm in the large, the others small, all of them at work at once. */
import { keepLit, landEnds } from "./milkman/ends.js";
import { farmhouse } from "./milkman/farm.js";
import { thingsOf } from "./milkman/moves.js";
import { neighbours } from "./milkman/others.js";
import { panel } from "./milkman/panel.js";
import { follow, playOf } from "./milkman/play.js";
import { market, road } from "./milkman/road.js";
import { tray } from "./milkman/tray.js";

export { drawn } from "./milkman/play.js";
export { hint } from "./milkman/hints.js";
export { rulesAt } from "./milkman/rules_at.js";
export { scenes } from "./milkman/scenes.js";
export { about, steps } from "./milkman/steps.js";
export { say, sentence } from "./milkman/words.js";

/** The people stand at their farms; the page draws no row of them. */
export const seatsPeople = true;

/** What can be taken back is offered beside the dice; the page draws no button for it. */
export const takesBack = true;

/** What the arrow keys go through, and what can be done when it is used up. */
export const hands = ".mm-tray";
export const offers = ".mm-panel button:enabled";

/** The events that begin a part of the log. */
export const chapters = ["turn"];

/**
 * Choose nothing any more; else go back to the own farm.
 * @param {any} ui
 */
export function close(ui) {
  const chosen = Boolean(ui.mmChoice);
  const visiting = !chosen && typeof ui.mmLook === "number";
  ui.mmChoice = null;
  if (visiting) ui.mmLook = null;
  return chosen || visiting;
}

/**
 * @param {any} view
 * @param {any} context
 */
export function render(view, context) {
  const { h, t, name, seat } = context;
  const play = playOf(view, context);
  follow(play);
  const label = play.mine ? t("milkman.farm.yours") : t("milkman.farm.of", { name: name(play.shown) });
  return h(
    "section",
    { class: `milkman${view.scene ? ` shows-${view.scene.name}` : ""}${play.mine || seat === null ? "" : " is-visiting"}`, "aria-label": label },
    neighbours(play),
    h(
      "div",
      { key: "land", ref: keepLit, class: "mm-land", tabindex: isQuiet(play) ? 0 : null },
      farmhouse(play),
      market(play),
      road(play),
      landEnds(play),
    ),
    thumb(play),
  );
}

/**
 * The dice, and beside them what they can do; alone where they can do nothing, and for who looks on.
 * @param {import("./milkman/play.js").Play} play
 */
function thumb(play) {
  const { h, farm } = play;
  const deeds = panel(play);
  const alone = deeds.children.length === 0 || play.seat === null;
  return h("div", { key: "thumb", class: `mm-thumb of-${farm.dice.length}${alone ? " is-alone" : ""}`, part: true }, tray(play), deeds);
}

/**
 * Where nothing on the land can be tapped, the land itself can have the focus: on a small screen it
 * is scrolled with the arrow keys.
 * @param {import("./milkman/play.js").Play} play
 */
function isQuiet({ moves, farm }) {
  return !moves.some((/** @type {any} */ move) => thingsOf(move, farm).length > 0);
}
