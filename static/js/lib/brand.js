// @ts-check
/** The mark of the house, which leads to the lobby. */
import { h } from "./h.js";

/** @param {import("./t.js").Translate} t */
export function drawBrand(t) {
  const src = new URL("../../img/mark.svg", import.meta.url).href;
  return h(
    "a",
    { class: "brand", href: "/", "aria-label": t("nav.lobby") },
    h("img", { src, alt: "", width: 30, height: 30 }),
  );
}
