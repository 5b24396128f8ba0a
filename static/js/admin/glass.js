// @ts-check
/** The hidden state of a running match: only behind a red warning, for a reason, and told after. */
import { h } from "../lib/h.js";

/** @typedef {import("./one_table.js").OneTable} OneTable */

/** @param {OneTable} one */
export async function breakGlass(one) {
  const { t } = one.house;
  const glass = await one.house.deed({
    title: t("admin.glass.title"),
    text: t("admin.glass.text"),
    yes: t("admin.glass.yes"),
    grave: true,
    send: () => ["POST", `${one.path}/glass`],
  });
  if (glass !== null) one.lookThrough(glass);
}

/**
 * What is said over an open board, and everything in it as it is stored.
 * @param {OneTable} one
 */
export function drawGlass(one) {
  const { house, glass } = one;
  const { t } = house;
  return h(
    "div",
    { class: "glass", key: "glass" },
    h("p", { class: "warning", role: "status" }, t("admin.glass.open", { seq: glass?.seq ?? 0 })),
    h("button", { class: "button", onclick: () => one.lookThrough(null) }, t("admin.glass.close")),
    h(
      "details",
      null,
      h("summary", null, t("admin.glass.all")),
      h("pre", { class: "glass-all", tabindex: 0 }, JSON.stringify(glass?.view, null, 1)),
    ),
  );
}
