// @ts-check
/** Who beats whom: a ring of three heads with arrows, as a mosaic. */
import { figureParts } from "./figures.js";

/** The heads of the mosaic, each beating the next: name, x, y. */
const RING = /** @type {Array<[string, number, number]>} */ ([["minotaur", 0, -25], ["griffin", 24, 16], ["mermaid", -24, 16]]);

/**
 * The ring of three: minotaur over griffin over mermaid over minotaur.
 * @param {Function} h
 */
export function ring(h) {
  return h(
    "svg",
    { class: "md-ring", viewBox: "-50 -50 100 100", "aria-hidden": "true", focusable: "false" },
    h("circle", { class: "tile", r: 49 }),
    ...[0, 120, 240].map((turn) =>
      h(
        "g",
        { class: "beats", transform: `rotate(${turn})` },
        h("path", { d: "M19 -38A42.5 42.5 0 0 1 42.4 -3" }),
        h("path", { class: "tip", d: "M42 8L36 -5L48.5 -4Z" }),
      ),
    ),
    ...RING.map(([name, x, y]) =>
      h("g", { class: `md-figure of-${name}`, transform: `translate(${x - 15} ${y - 15}) scale(0.47)` }, ...figureParts(h, name)),
    ),
  );
}
