// @ts-check
/** Where the land goes on above and below its window: a small screen shades it there. */
import { showLit } from "./play.js";

/**
 * Its first and its last line, which tell by being out of sight.
 * @param {import("./play.js").Play} play
 */
export function landEnds({ h }) {
  return ["above", "below"].map((side) =>
    h("span", { key: side, ref: watchEnd, class: `mm-land-end is-${side}`, "data-side": side, "aria-hidden": "true" }),
  );
}

/** @param {HTMLElement} end  not yet on the page */
function watchEnd(end) {
  globalThis.requestAnimationFrame(() => {
    const land = end.parentElement;
    const tell = (/** @type {IntersectionObserverEntry[]} */ seen) =>
      land?.toggleAttribute(`data-${end.dataset.side}`, seen.at(-1)?.isIntersecting === false);
    new IntersectionObserver(tell, { root: land }).observe(end);
  });
}

/**
 * What comes to stand at the thumb takes from the land: what is lit stays in sight.
 * @param {Element} land
 */
export function keepLit(land) {
  new ResizeObserver(showLit).observe(land);
}
