// @ts-check
/** The table of dice and who takes a trick, large: what players ask for most. */
import { COUNTS, DICE, FACES, SPECIALS } from "./dice.js";
import { chip, glyph } from "./die.js";
import { ring } from "./ring.js";

const ORDER = ["clash", "minotaur", "griffin", "mermaid", "number", "flags"];

/** @param {any} context */
export function toggleHelp(context) {
  const { ui } = context;
  ui.mdOpen = ui.mdOpen === "help" ? null : "help";
  context.update();
}

/**
 * @param {any} view
 * @param {any} context
 */
export function help(view, context) {
  if (context.ui.mdOpen !== "help" || view.scene) return null;
  const { h, t } = context;
  return h(
    "div",
    { key: "help", class: "md-paper md-help", role: "group", "aria-label": t("mino_dice.help.title") },
    h(
      "div",
      { class: "md-paper-head" },
      h("strong", null, t("mino_dice.help.title")),
      h("button", { type: "button", class: "md-plain", onclick: () => context.rules("play") }, t("mino_dice.help.rules")),
      h("button", { type: "button", class: "md-plain", onclick: () => toggleHelp(context) }, t("mino_dice.close")),
    ),
    h("div", { class: "md-help-parts" }, faceTable(context), h("div", { class: "md-who" }, ring(h), order(context))),
  );
}

/** @param {any} context */
function faceTable({ h, t }) {
  return h(
    "table",
    { class: "md-table" },
    h(
      "tbody",
      null,
      ...DICE.map((die) =>
        h(
          "tr",
          { key: die },
          h("td", null, chip(h, die)),
          h("th", { scope: "row" }, t(`mino_dice.die.${die}`), h("span", { class: "md-times" }, ` ×${COUNTS[die]}`)),
          h(
            "td",
            { class: "md-row-faces" },
            h("span", { class: "unseen" }, t(`mino_dice.faces.${die}`)),
            ...inOrder(die).map((face) => h("span", { class: "md-cell", "aria-hidden": "true" }, glyph(h, face))),
          ),
        ),
      ),
    ),
  );
}

/**
 * The six faces side by side: numbers upwards, heads before flags.
 * @param {string} die
 */
function inOrder(die) {
  const faces = [...FACES[die]].sort();
  return SPECIALS.includes(die) ? faces.reverse() : faces;
}

/** @param {any} context */
function order({ h, t }) {
  return h("ol", { class: "md-order" }, ...ORDER.map((rule) => h("li", { key: rule }, t(`mino_dice.help.${rule}`))));
}
