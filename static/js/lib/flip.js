// @ts-check
/**
 * Things travel: an element with `data-flip="name"` moves from where that name was before a render
 * to where it is after it, even into another parent. `data-flip-from` names the place that a new
 * thing comes from: that of a thing that travels, or of one that does not and only has such a name,
 * `data-flip-place`. `data-flip-delay` (ms) staggers.
 */
import { owedIn, render, renderOwed } from "./h.js";

const TRAVEL = 320;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/**
 * A way that something is on: to where, and how.
 * @typedef {{animation: Animation, frames: Keyframe[], to: DOMRect}} Trip
 */

/** What has not arrived. @type {Map<Element, Trip>} */
const running = new Map();

/** Asked once: the answer follows the system. @type {MediaQueryList | null} */
let reduced = null;

/** Whether this person wants things to move. */
export function motionAllowed() {
  reduced ??= matchMedia("(prefers-reduced-motion: reduce)");
  return !reduced.matches;
}

/** Where things were when the drawing was begun. @type {Map<string, DOMRect>} */
let begun = new Map();
/** Whether something has moved all that was measured then. */
let stale = false;

/** @type {AddEventListenerOptions} */
const WHEREVER = { capture: true, passive: true };
for (const type of ["scroll", "resize"]) {
  globalThis.addEventListener?.(type, () => (stale = true), WHEREVER);
}

function isMoving() {
  return motionAllowed() && !document.hidden;
}

/**
 * Render, and let what changed its place travel there.
 * @param {any} what
 * @param {Element} container
 * @param {() => void} [settle]  as in `renderBegun`
 */
export function renderMoving(what, container, settle) {
  beginMoving(container);
  renderBegun(what, container, Infinity, settle);
}

/**
 * Note where things are. What is rendered in there, now or with one of the next pictures, travels
 * from those places.
 * @param {Element} container
 */
export function beginMoving(container) {
  begun = isMoving() ? measure([container]) : new Map();
  stale = false;
}

/**
 * Render what was begun, and let what changed its place travel there.
 * @param {any} what
 * @param {Element} container
 * @param {number} work  as in `render`
 * @param {() => void} [settle]  is called when all lies where it will be and nothing has set off
 */
export function renderBegun(what, container, work, settle) {
  const before = placesNow(container);
  render(what, container, work);
  travel(isMoving() ? [container] : [], before, settle);
}

/**
 * Go on with the parts that are owed, and let what changed its place in them travel there.
 * @param {Element} container
 * @param {number} work
 * @param {() => void} [settle]  as in `renderBegun`
 */
export function renderOwedMoving(container, work, settle) {
  const parts = isMoving() ? owedIn(container) : [];
  const before = placesNow(container, parts);
  renderOwed(container, work);
  const waiting = new Set(owedIn(container));
  travel(parts.filter((part) => !waiting.has(part)), before, settle);
}

/**
 * Where things are: what lay still when the drawing was begun is there yet, and what is on its way
 * has come further since. That is asked of `parts` alone: it has all styles made.
 * @param {Element} container
 * @param {Element[]} [parts]
 */
function placesNow(container, parts = [container]) {
  if (!isMoving()) return new Map();
  if (stale) begun = new Map([...begun, ...measure([container])]);
  stale = false;
  const moving = [...running.keys()].filter((element) => parts.some((part) => part.contains(element)));
  return new Map([...begun, ...placesOf(moving)]);
}

/**
 * @param {Element[]} containers
 * @param {string} selector
 */
function findIn(containers, selector) {
  return containers.flatMap((container) => [
    ...(container.matches(selector) ? [container] : []),
    ...container.querySelectorAll(selector),
  ]);
}

/** @param {Element[]} containers */
function measure(containers) {
  return placesOf(findIn(containers, "[data-flip], [data-flip-place]"));
}

/** @param {Element[]} elements */
function placesOf(elements) {
  /** @type {Map<string, DOMRect>} */
  const places = new Map();
  for (const element of elements) {
    const name = element.getAttribute("data-flip") ?? element.getAttribute("data-flip-place");
    const place = element.getBoundingClientRect();
    if (name && place.width > 0) places.set(name, place);
  }
  return places;
}

/**
 * All is measured before the first thing is set going: whatever is asked after that would have the
 * whole page laid out again.
 * @param {Element[]} containers
 * @param {Map<string, DOMRect>} before
 * @param {() => void} [settle]
 */
function travel(containers, before, settle) {
  const elements = findIn(containers, "[data-flip]");
  const underWay = new Map(elements.map((element) => [element, stop(element)]));
  const trips = elements.flatMap((element) => {
    const to = element.getBoundingClientRect();
    const was = underWay.get(element);
    if (was && isSame(was.to, to)) return [{ element, ...was }];
    const from = originOf(element, before);
    const frames = from && framesOf(element, from, to);
    return frames ? [{ element, frames, to, time: 0 }] : [];
  });
  settle?.();
  for (const trip of trips) start(trip);
}

/**
 * Stop it where it is, and say how far on which way it had come: if it is to go to the same place,
 * it goes on.
 * @param {Element} element
 */
function stop(element) {
  const trip = running.get(element);
  if (!trip) return null;
  const time = Number(trip.animation.currentTime ?? 0);
  trip.animation.cancel();
  return { frames: trip.frames, to: trip.to, time };
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function isSame(one, other) {
  return one.x === other.x && one.y === other.y && one.width === other.width;
}

/**
 * @param {Element} element
 * @param {Map<string, DOMRect>} before
 */
function originOf(element, before) {
  const name = element.getAttribute("data-flip") ?? "";
  return before.get(name) ?? before.get(element.getAttribute("data-flip-from") ?? "") ?? null;
}

/**
 * The way of a thing, or null if it lies still. Centres are compared, so that turned things do not
 * jump.
 * @param {Element} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @returns {Keyframe[] | null}
 */
function framesOf(element, from, to) {
  if (to.width * to.height === 0) return null;
  if (isSame(from, to)) return null;
  const unit =
    element instanceof SVGGraphicsElement && element.ownerSVGElement ? scaleOf(element) : zoomOf(element);
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / unit;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / unit;
  const size = Math.sqrt((from.width * from.height) / (to.width * to.height));
  if (Math.hypot(x, y) < 1 && Math.abs(size - 1) < 0.02) return null;
  return [
    { translate: `${x}px ${y}px`, scale: String(size), zIndex: 5 },
    { translate: "0px 0px", scale: "1", zIndex: 5 },
  ];
}

/** @param {{element: Element, frames: Keyframe[], to: DOMRect, time: number}} trip */
function start({ element, frames, to, time }) {
  const delay = Number(element.getAttribute("data-flip-delay") ?? 0);
  const animation = element.animate(frames, { duration: TRAVEL, delay, easing: EASE, fill: "backwards" });
  if (time > 0) animation.currentTime = time;
  running.set(element, { animation, frames, to });
  const arrive = () => running.get(element)?.animation === animation && running.delete(element);
  animation.onfinish = arrive;
  animation.oncancel = arrive;
}

/**
 * By how much a page's pixels are larger than the element's own: a large table is magnified.
 * @param {Element} element
 * @returns {number}
 */
export function zoomOf(element) {
  return /** @type {any} */ (element).currentCSSZoom ?? 1;
}

/** @param {SVGGraphicsElement} element */
function scaleOf(element) {
  return /** @type {SVGGraphicsElement} */ (element.parentNode).getScreenCTM?.()?.a || 1;
}
