// @ts-check
/** The small buttons beside the arena: the last trick, the score sheet. */
import { toggleSheet } from "./sheet.js";

/**
 * @param {any} view
 * @param {any} context
 */
export function tools(view, context) {
  const { h, t, ui } = context;
  const look = () => {
    ui.mdLast = !ui.mdLast;
    context.update();
  };
  return h(
    "div",
    { key: "tools", class: "md-tools" },
    tool(context, {
      name: "sheet",
      words: t("mino_dice.sheet"),
      art: sheetArt(h),
      pressed: ui.mdOpen === "sheet",
      press: () => toggleSheet(context),
    }),
    view.last_trick && view.phase !== "bid"
      ? tool(context, { name: "last", words: t("mino_dice.last"), art: lastArt(h), pressed: Boolean(ui.mdLast), press: look })
      : null,
  );
}

/**
 * @param {any} context
 * @param {{name: string, words: string, art: any, pressed: boolean, press: () => void}} what
 */
function tool({ h }, { name, words, art, pressed, press }) {
  return h(
    "button",
    { key: name, type: "button", class: `md-tool for-${name}`, "aria-label": words, title: words, "aria-pressed": pressed, onclick: press },
    h("svg", { viewBox: "0 0 28 28", "aria-hidden": "true", focusable: "false" }, ...art),
  );
}

/** @param {Function} h */
function lastArt(h) {
  return [
    h("rect", { class: "edged red", x: 3.5, y: 12, width: 11, height: 11, rx: 2, transform: "rotate(-9 9 17)" }),
    h("rect", { class: "edged pale", x: 14, y: 13, width: 10, height: 10, rx: 2, transform: "rotate(8 19 18)" }),
    h("path", { class: "stroke", d: "M22 9C20 4 13 2.5 8.5 5M8 2V5.5H11.5" }),
  ];
}

/** @param {Function} h */
function sheetArt(h) {
  return [
    h("path", { class: "edged pale", d: "M6 3H19L23 7V25H6Z" }),
    h("path", { class: "stroke dark", d: "M9.5 9H17M9.5 14H19.5M9.5 19H19.5" }),
  ];
}
