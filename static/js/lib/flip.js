// @ts-check
/**
 * Things travel: an element with `data-flip="name"` moves from where that name was before a render
 * to where it is after it, even into another parent. `data-flip-from` names the place that a new
 * thing comes from: that of a thing that travels, or of one that does not and only has such a name,
 * `data-flip-place`. `data-flip-delay` (ms) staggers.
 */
import { owedIn, render, renderOwed } from "./h.js";
import { carried, framesOf, isSame, lieOf, placeOn, wayOf } from "./way.js";

const TRAVEL = 320;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** @typedef {import("./way.js").Way} Way */

/**
 * A way that something is on, to where, and how it lies there; `delay`: until it sets out, in ms.
 * @typedef {{animation: Animation, way: Way, to: DOMRect, lie: string | null, delay: number}} Trip
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
  followAll(stale ? [...running.keys()] : strayed());
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
  const before = placesNow(container);
  renderOwed(container, work);
  const waiting = new Set(owedIn(container));
  travel(parts.filter((part) => !waiting.has(part)), before, settle);
}

/**
 * Where things are: what lay still when the drawing was begun is there yet, and what is on its way
 * has come further since. That is reckoned: to ask would have all styles made once more.
 * @param {Element} container
 */
function placesNow(container) {
  if (!isMoving()) return new Map();
  if (stale) {
    begun = new Map([...begun, ...measure([container])]);
    followAll([...running.keys()]);
  }
  stale = false;
  const places = new Map(begun);
  for (const [element, trip] of running) if (element.isConnected) file(places, element, placeNow(trip));
  return places;
}

/**
 * Put down where something is, under the name that it has now.
 * @param {Map<string, DOMRect>} places
 * @param {Element} element
 * @param {DOMRect} place
 */
function file(places, element, place) {
  const name = element.getAttribute("data-flip") ?? element.getAttribute("data-flip-place");
  if (name && place.width > 0) places.set(name, place);
}

/** Where something has come to. @param {Trip} trip */
function placeNow({ animation, way, to }) {
  return placeOn(way, to, 1 - (animation.effect?.getComputedTiming().progress ?? 1));
}

/** What is on its way and lies elsewhere than it lay: the page is laid out when this is asked. */
function strayed() {
  return [...running].filter(([element, { lie }]) => lie === null || lie !== lieOf(element)).map(([element]) => element);
}

/**
 * Take note of where these go, as they have been carried along by what they lie on.
 * @param {Element[]} elements
 */
function followAll(elements) {
  for (const element of elements) {
    const trip = running.get(element);
    if (!trip || !element.isConnected) continue;
    trip.to = carried(trip.to, placeNow(trip), element.getBoundingClientRect());
    trip.lie = lieOf(element);
  }
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
  for (const element of elements) file(places, element, element.getBoundingClientRect());
  return places;
}

/**
 * All is measured before the first thing is set going: whatever is asked after that would have the
 * whole page laid out again. What goes where it went goes on.
 * @param {Element[]} containers
 * @param {Map<string, DOMRect>} before
 * @param {() => void} [settle]
 */
function travel(containers, before, settle) {
  const astray = new Set(strayed());
  const elements = findIn(containers, "[data-flip]").filter((element) => astray.has(element) || !running.has(element));
  const mine = new Set(elements);
  followAll([...astray].filter((element) => !mine.has(element)));
  const underWay = new Map(elements.map((element) => [element, stop(element)]));
  const trips = elements.flatMap((element) => {
    const to = element.getBoundingClientRect();
    const was = underWay.get(element);
    if (was && isSame(was.to, to)) return [{ element, ...was, lie: lieOf(element) }];
    const from = originOf(element, before);
    const way = from && wayOf(element, from, to);
    const delay = Number(element.getAttribute("data-flip-delay") ?? 0);
    return way ? [{ element, way, to, lie: lieOf(element), delay, time: 0 }] : [];
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
  const { animation, ...rest } = trip;
  const time = Number(animation.currentTime ?? 0);
  running.delete(element);
  animation.cancel();
  return { ...rest, time };
}

/**
 * @param {Element} element
 * @param {Map<string, DOMRect>} before
 */
function originOf(element, before) {
  const name = element.getAttribute("data-flip") ?? "";
  return before.get(name) ?? before.get(element.getAttribute("data-flip-from") ?? "") ?? null;
}

/** @param {{element: Element, time: number} & Omit<Trip, "animation">} trip */
function start({ element, time, ...trip }) {
  const { way, delay } = trip;
  const animation = element.animate(framesOf(way), { duration: TRAVEL, delay, easing: EASE, fill: "backwards" });
  if (time > 0) animation.currentTime = time;
  running.set(element, { ...trip, animation });
  animation.onfinish = () => arrive(element, animation);
  animation.oncancel = () => isOn(element, animation) && running.delete(element);
}

/**
 * What has arrived lies there, also for a drawing that was begun when it was on its way.
 * @param {Element} element
 * @param {Animation} animation
 */
function arrive(element, animation) {
  if (!isOn(element, animation)) return;
  const { to } = /** @type {Trip} */ (running.get(element));
  running.delete(element);
  if (element.isConnected) file(begun, element, to);
}

/**
 * @param {Element} element
 * @param {Animation} animation
 */
function isOn(element, animation) {
  return running.get(element)?.animation === animation;
}
