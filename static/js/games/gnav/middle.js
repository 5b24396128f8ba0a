// @ts-check
/** The middle of the table: the stock, the matadors shown in this deal, the number of the deal. */
import { listWords } from "../../lib/t.js";
import { bubble } from "./bubbles.js";
import { frontArt, cardFaces } from "./card.js";
import { rankName } from "./emblems.js";

/**
 * @param {any} view
 * @param {any} context
 * @param {Map<number|"stock", {words: string, tone: string}>} said
 */
export function middle(view, context, said) {
  const { h, t } = context;
  return h(
    "div",
    { class: "gnav-middle" },
    h("p", { class: "gnav-deal" }, t("gnav.deal", { number: view.deal + 1 })),
    h(
      "div",
      { class: "gnav-heap" },
      stock(view, context, said),
      view.shown.length ? shown(view, context) : null,
    ),
  );
}

/**
 * @param {any} view
 * @param {any} context
 * @param {Map<number|"stock", {words: string, tone: string}>} said
 */
function stock(view, context, said) {
  const { h, t } = context;
  const thick = Math.min(4, Math.ceil(view.stock / 10));
  return h(
    "div",
    { class: "gnav-stock" },
    h(
      "div",
      { class: "gnav-pile", part: true, "data-flip": "stock", role: "img", "aria-label": t("gnav.stock", { count: view.stock }) },
      ...Array.from({ length: thick }, (_, layer) =>
        h("span", { key: layer, class: "gnav-card", style: { "--layer": layer } }, cardFaces(context, { rank: null, up: false })),
      ),
    ),
    h("span", { class: "gnav-count", "aria-hidden": "true" }, view.stock),
    bubble(context, said.get("stock"), { from: "from-stock" }),
  );
}

/**
 * @param {any} view
 * @param {any} context
 */
function shown(view, context) {
  const { h, t } = context;
  const names = listWords(view.shown.map((/** @type {string} */ rank) => rankName(t, rank)));
  return h(
    "div",
    { class: `gnav-shown${view.shown.length > 2 ? " is-full" : ""}`, role: "img", "aria-label": t("gnav.shown", { ranks: names }) },
    ...view.shown.map((/** @type {string} */ rank, /** @type {number} */ index) =>
      h(
        "span",
        { key: `shown-${index}`, class: "gnav-card gnav-aside", "data-flip": `shown-${view.deal}-${index}`, "data-flip-from": "stock" },
        frontArt(context, rank),
      ),
    ),
  );
}
