// @ts-check
/** The small buttons by the hand, and the score sheet that one of them opens. */
import { signed } from "./balance.js";
import { pointsName } from "./people.js";

/**
 * @param {any} view
 * @param {any} context
 */
export function tools(view, context) {
  const { h, t, ui } = context;
  const sort = ui.mkSort ?? "white";
  const other = sort === "white" ? "black" : "white";
  return h(
    "div",
    { key: "tools", class: "mk-tools" },
    view.hand.length > 1
      ? tool(context, { name: "sort", words: t(`milkuro.sort.${other}`), art: sortArt(h, sort), set: () => (ui.mkSort = other) })
      : null,
    view.last_trick
      ? tool(context, { name: "last", words: t("milkuro.last"), art: lastArt(h), pressed: Boolean(ui.mkLast), set: () => (ui.mkLast = !ui.mkLast) })
      : null,
    tool(context, { name: "sheet", words: t("milkuro.sheet"), art: sheetArt(h), pressed: Boolean(ui.mkSheet), set: () => (ui.mkSheet = !ui.mkSheet) }),
  );
}

/**
 * @param {any} context
 * @param {{name: string, words: string, art: any, pressed?: boolean, set: () => void}} what
 */
function tool(context, { name, words, art, pressed, set }) {
  const press = () => {
    set();
    context.update();
  };
  return context.h(
    "button",
    { key: name, type: "button", class: `mk-tool for-${name}`, "aria-label": words, title: words, "aria-pressed": pressed ?? null, onclick: press },
    art,
  );
}

/**
 * @param {Function} h
 * @param {any[]} parts
 */
function icon(h, parts) {
  return h("svg", { viewBox: "0 0 28 28", "aria-hidden": "true", focusable: "false" }, ...parts);
}

/**
 * @param {Function} h
 * @param {string} sort
 */
function sortArt(h, sort) {
  const first = sort === "white" ? "mk-white" : "mk-black";
  const second = sort === "white" ? "mk-black" : "mk-white";
  return icon(h, [
    h("path", { class: `${first} edged`, d: "M5 4H15V14H5Z" }),
    h("path", { class: `${second} edged`, d: "M5 14H15V24H5Z" }),
    h("path", { class: "stroke", d: "M21 6V22M17.5 18.5L21 22L24.5 18.5M17.5 9.5L21 6L24.5 9.5" }),
  ]);
}

/** @param {Function} h */
function lastArt(h) {
  return icon(h, [
    h("rect", { class: "mk-white edged", x: 4, y: 9, width: 10, height: 14, rx: 1.5, transform: "rotate(-14 9 16)" }),
    h("rect", { class: "mk-black edged", x: 11, y: 9, width: 10, height: 14, rx: 1.5, transform: "rotate(8 16 16)" }),
    h("path", { class: "stroke", d: "M22 9C20 4 13 2.5 8.5 5M8 2V5.5H11.5" }),
  ]);
}

/** @param {Function} h */
function sheetArt(h) {
  return icon(h, [
    h("path", { class: "mk-white edged", d: "M6 3H19L23 7V25H6Z" }),
    h("path", { class: "stroke dark", d: "M9.5 9H17M9.5 14H19.5M9.5 19H19.5" }),
  ]);
}

/** @param {any} view */
export function sheetIsOpen(view, { ui, resultOpen }) {
  if (resultOpen) return false;
  return view.phase === "over" || view.scene?.name === "points" || Boolean(ui.mkSheet);
}

/**
 * Rounds and totals, as on paper.
 * @param {any} view
 * @param {any} context
 */
export function sheet(view, context) {
  const { h, t } = context;
  const rounds = view.rounds_played;
  return h(
    "div",
    { key: "sheet", class: "mk-sheet" },
    h(
      "table",
      null,
      h("caption", null, view.rounds === null ? t("milkuro.sheet.two") : t("milkuro.sheet.title")),
      h(
        "tbody",
        null,
        ...view.scores.map((/** @type {number} */ total, /** @type {number} */ seat) =>
          h(
            "tr",
            { key: seat },
            h("th", { scope: "row" }, context.seat === seat ? t("milkuro.you") : context.name(seat)),
            ...rounds.map((/** @type {any} */ { points }, /** @type {number} */ round) =>
              h("td", { key: round }, h("span", { class: points[seat] < 0 ? "is-loss" : "is-gain", "data-flip": pointsName(round, seat) }, signed(points[seat]))),
            ),
            h("td", { class: "mk-sum" }, signed(total).replace("+", "")),
          ),
        ),
      ),
    ),
    rounds.length === 0 ? h("p", null, t("milkuro.sheet.empty")) : null,
  );
}
