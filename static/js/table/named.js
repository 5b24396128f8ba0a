// @ts-check
/** A name as people read it: cut where it is long, and behind the cut whether it is one's own. */
import { h } from "../lib/h.js";

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {string} name
 * @param {boolean} own
 */
export function drawNamed(t, name, own) {
  return h(
    "span",
    { class: own ? "named is-own" : "named" },
    h("span", { class: "named-name" }, name),
    own && [" ", h("span", { key: "own", class: "named-own" }, t("seat.you_mark"))],
  );
}
