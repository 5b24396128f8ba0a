// @ts-check
/** From where to where something travels, and how it lies: what `flip.js` reckons with. */

/**
 * How far away something sets out, in pixels of the page from centre to centre, and how many times
 * as large as it will be; `unit` is what such a pixel is to the element.
 * @typedef {{x: number, y: number, size: number, unit: number}} Way
 */

/**
 * The way of a thing, or null if it lies still. Centres are compared, so that turned things do not
 * jump.
 * @param {Element} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @returns {Way | null}
 */
export function wayOf(element, from, to) {
  if (to.width * to.height === 0) return null;
  if (isSame(from, to)) return null;
  const unit =
    element instanceof SVGGraphicsElement && element.ownerSVGElement ? scaleOf(element) : zoomOf(element);
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const size = Math.sqrt((from.width * from.height) / (to.width * to.height));
  return Math.hypot(x, y) < unit && Math.abs(size - 1) < 0.02 ? null : { x, y, size, unit };
}

/** The way, as an animation has it: above what lies still. @param {Way} way @returns {Keyframe[]} */
export function framesOf({ x, y, size, unit }) {
  return [
    { translate: `${x / unit}px ${y / unit}px`, scale: String(size), zIndex: 5 },
    { translate: "0px 0px", scale: "1", zIndex: 5 },
  ];
}

/**
 * Where something has come to that goes there and has that share of its way left.
 * @param {Way} way
 * @param {DOMRect} to
 * @param {number} left  from 1 down to 0
 */
export function placeOn(way, to, left) {
  const scale = 1 + (way.size - 1) * left;
  const x = to.x + to.width / 2 + way.x * left;
  const y = to.y + to.height / 2 + way.y * left;
  return new DOMRect(x - (to.width * scale) / 2, y - (to.height * scale) / 2, to.width * scale, to.height * scale);
}

/**
 * Where something goes whose way has been carried along, as one sees by where it has come to.
 * @param {DOMRect} to  where it was to go
 * @param {DOMRect} thought  where it would have come to then
 * @param {DOMRect} seen  where it has come to
 */
export function carried(to, thought, seen) {
  const x = seen.x + seen.width / 2 - thought.x - thought.width / 2;
  const y = seen.y + seen.height / 2 - thought.y - thought.height / 2;
  return new DOMRect(to.x + x, to.y + y, to.width, to.height);
}

/**
 * How something lies that travels or has arrived, whatever its way: equal words mean that it has not
 * been laid elsewhere. What scrolls carries a way along. Null where that is not to be had, as in a
 * drawing.
 * @param {Element} element
 */
export function lieOf(element) {
  if (!(element instanceof HTMLElement)) return null;
  const { className, offsetWidth, offsetHeight } = element;
  const words = [className, element.getAttribute("style") ?? "", zoomOf(element), offsetWidth, offsetHeight];
  for (let one = /** @type {any} */ (element); one; one = one.offsetParent) words.push(one.offsetLeft, one.offsetTop);
  return words.join();
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
export function isSame(one, other) {
  return one.x === other.x && one.y === other.y && one.width === other.width;
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
