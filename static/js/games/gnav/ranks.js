// @ts-check
/** Ranks and effects, lowest to highest: a strip that is always there, a sheet when it is tapped. */
import { emblem, rankName, RANKS } from "./emblems.js";

/** The strip shows the numerals as one. */
const STEPS = ["narr", "ugle", "potte", "0", "numbers", "hus", "hest", "katt", "dragon", "gjok"];

/** @param {string|null} rank */
function stepOf(rank) {
  if (rank === null) return null;
  return STEPS.includes(rank) ? rank : "numbers";
}

/**
 * @param {any} view
 * @param {any} context
 */
export function rankStrip(view, context) {
  const { h, t, ui } = context;
  const mine = context.seat === null ? null : view.cards[context.seat];
  const open = Boolean(ui.gnavRanks);
  const toggle = () => {
    ui.gnavRanks = !open;
    context.update();
  };
  return h(
    "div",
    { class: "gnav-ranks" },
    open ? rankSheet(mine, context, toggle) : null,
    h(
      "button",
      { class: "gnav-strip", type: "button", "aria-expanded": open, "aria-label": t("gnav.ranks.open"), onclick: toggle },
      ...STEPS.map((step) => stripStep(h, step, step === stepOf(mine), mine)),
    ),
  );
}

/**
 * @param {Function} h
 * @param {string} step
 * @param {boolean} here
 * @param {string|null} mine
 */
function stripStep(h, step, here, mine) {
  const art =
    step === "numbers" ? h("span", { class: "gnav-numbers" }, here ? mine : "I–XII") : emblem(h, step);
  return h("span", { key: step, class: `gnav-step${here ? " is-here" : ""}` }, art);
}

/**
 * @param {string|null} mine
 * @param {any} context
 * @param {() => void} close
 */
function rankSheet(mine, context, close) {
  const { h, t } = context;
  const rows = [...RANKS].reverse().filter((rank) => rank !== "XII" && !/^[IVX]{1,4}$/.test(rank));
  const at = rows.indexOf("0");
  rows.splice(at, 0, "numbers");
  return h(
    "div",
    { class: "gnav-sheet", role: "group", "aria-label": t("gnav.ranks.title") },
    h(
      "div",
      { class: "gnav-sheet-head" },
      h("strong", null, t("gnav.ranks.title")),
      h("button", { class: "gnav-plain", type: "button", onclick: () => context.rules("turn") }, t("gnav.ranks.rules")),
      h("button", { class: "gnav-plain", type: "button", onclick: close }, t("gnav.ranks.close")),
    ),
    h("ol", null, ...rows.map((rank) => rankRow(rank, mine, context))),
  );
}

/**
 * @param {string} rank
 * @param {string|null} mine
 * @param {any} context
 */
function rankRow(rank, mine, { h, t }) {
  const numbers = rank === "numbers";
  return h(
    "li",
    { key: rank, class: stepOf(mine) === rank ? "is-here" : null },
    numbers ? h("span", { class: "gnav-numbers" }, "I–XII") : emblem(h, rank),
    h(
      "span",
      null,
      h("b", null, numbers ? t("gnav.rank.numbers") : rankName(t, rank)),
      " ",
      t(`gnav.effect.${rank}`),
    ),
  );
}
