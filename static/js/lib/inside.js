// @ts-check
/** What people say stays on the table: a bubble that would stick out at a side moves in. */

import { zoomOf } from "./way.js";

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

/** How far each thing was moved, in pixels of the page. @type {WeakMap<Element, number>} */
const moved = new WeakMap();

/** Where things were kept inside last: there they are again when the window changes. @type {Element|null} */
let kept = null;

/**
 * Move every `[data-inside]` between the edges of `frame` by its property `--aside`. All are
 * measured before the first is moved, so that the page is laid out once.
 * @param {Element} frame
 */
export function keepInside(frame) {
  if (!kept) addEventListener("resize", () => kept && keepInside(kept));
  kept = frame;
  const things = /** @type {NodeListOf<HTMLElement>} */ (frame.querySelectorAll("[data-inside]"));
  if (things.length === 0) return;
  const edges = frame.getBoundingClientRect();
  const ways = [...things].map((thing) => {
    const { left, right } = thing.getBoundingClientRect();
    const already = moved.get(thing) ?? 0;
    return wayInside({ left: left - already, right: right - already }, edges);
  });
  things.forEach((thing, place) => moveAside(thing, ways[place] ?? 0));
}

/**
 * @param {HTMLElement} thing
 * @param {number} way
 */
function moveAside(thing, way) {
  if (way === (moved.get(thing) ?? 0)) return;
  moved.set(thing, way);
  if (way === 0) thing.style.removeProperty("--aside");
  else thing.style.setProperty("--aside", `${way / zoomOf(thing)}px`);
}
