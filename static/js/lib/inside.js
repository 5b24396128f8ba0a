// @ts-check
/** What people say stays on the table: a bubble that would stick out at a side moves in. */

import { zoomOf } from "./flip.js";

const MARGIN = 4;

/**
 * How far to move something to the right, so that it lies between two edges.
 * @param {{left: number, right: number}} thing
 * @param {{left: number, right: number}} edges
 */
export function wayInside(thing, edges) {
  const left = edges.left + MARGIN - thing.left;
  const right = edges.right - MARGIN - thing.right;
  return Math.max(left, Math.min(right, 0));
}

/**
 * Move every `[data-inside]` between the edges of `frame` by its property `--aside`.
 * @param {Element} frame
 */
export function keepInside(frame) {
  const edges = frame.getBoundingClientRect();
  for (const thing of frame.querySelectorAll("[data-inside]")) {
    if (!(thing instanceof HTMLElement)) continue;
    thing.style.removeProperty("--aside");
    const way = wayInside(thing.getBoundingClientRect(), edges);
    if (way !== 0) thing.style.setProperty("--aside", `${way / zoomOf(thing)}px`);
  }
}
