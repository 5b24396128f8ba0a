// @ts-check
/** A move as a hint shows it: in words, as a picture, and where it lies on the board. */
import { cube } from "./die.js";
import { fingers } from "./fingers.js";

/** What can be advised here. */
export const hint = { look: "mino-dice", words, picture, places };

/**
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function words({ type, die, tricks }, view, { t }) {
  return type === "bid" ? t("mino_dice.bid.play", { count: tricks }) : t(`mino_dice.roll.${die}`);
}

/**
 * @param {any} move
 * @param {any} view
 * @param {any} context
 */
function picture({ type, die, tricks }, view, { h }) {
  return h("span", { class: `md-little is-${type}` }, type === "bid" ? fingers(h, tricks) : cube(h, { die }));
}

/** @param {any} move */
function places({ type, die, tricks }) {
  return type === "bid" ? `.md-tap[data-bid="${tricks}"]` : `.md-tap[data-die="${die}"]`;
}
