// @ts-check
/**
 * The geometry of a picture over time, without a page: a square of 100 by 100 that is stretched to
 * its place. What was not measured stays a gap.
 */

/** @typedef {Record<string, any> & {at: string}} Point */
/** @typedef {{from: number, to: number, top: number, step: number}} Frame */

const SIDE = 100;
/** Points further apart than so many steps were not measured in between. */
const GAP = 1.6;
const ROUND_TOPS = [1, 2, 4, 5, 8, 10];

/**
 * The least round number that leaves a little air above `value`.
 * @param {number} value
 */
export function roundTop(value) {
  if (!(value > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  const factor = ROUND_TOPS.find((top) => top * unit >= value) ?? 10;
  return factor * unit;
}

/**
 * What the picture shows: from the first to the last point, from nothing to the highest.
 * @param {Point[]} points
 * @param {string[]} fields
 * @param {number} step  seconds between two points
 * @param {number} [least]  the lowest top, so that a quiet hour looks quiet
 * @returns {Frame}
 */
export function frameOf(points, fields, step, least = 1) {
  const values = points.flatMap((point) => fields.map((field) => point[field] ?? 0));
  const from = Date.parse(points[0]?.at ?? "");
  const to = Date.parse(points.at(-1)?.at ?? "");
  return { from, to, top: roundTop(Math.max(least, ...values)), step: step * 1000 };
}

/**
 * How far to the right a time lies, 0 to 100.
 * @param {Frame} frame
 * @param {string} at
 */
export function across({ from, to }, at) {
  return to > from ? round(((Date.parse(at) - from) / (to - from)) * SIDE) : SIDE;
}

/**
 * How far down a value lies, 0 to 100.
 * @param {Frame} frame
 * @param {number} value
 */
export function down({ top }, value) {
  return round(SIDE - (Math.min(value, top) / top) * SIDE);
}

/**
 * The stretches of points that were measured without a gap.
 * @param {Frame} frame
 * @param {Point[]} points
 * @param {string} field
 * @returns {Point[][]}
 */
export function stretches({ step }, points, field) {
  /** @type {Point[][]} */
  const found = [];
  let last = -Infinity;
  for (const point of points) {
    const at = Date.parse(point.at);
    if (point[field] === null || point[field] === undefined) continue;
    if (at - last > GAP * step) found.push([]);
    found.at(-1)?.push(point);
    last = at;
  }
  return found;
}

/**
 * A line through all stretches; a lonely point is a short dash.
 * @param {Frame} frame
 * @param {Point[]} points
 * @param {string} field
 */
export function lineOf(frame, points, field) {
  return stretches(frame, points, field)
    .map((stretch) => {
      const places = stretch.map((point) => `${across(frame, point.at)} ${down(frame, point[field])}`);
      return stretch.length === 1 ? `M${places[0]}h0.4` : `M${places.join("L")}`;
    })
    .join("");
}

/**
 * What lies under the line.
 * @param {Frame} frame
 * @param {Point[]} points
 * @param {string} field
 */
export function areaOf(frame, points, field) {
  return stretches(frame, points, field)
    .filter((stretch) => stretch.length > 1)
    .map((stretch) => {
      const places = stretch.map((point) => `${across(frame, point.at)} ${down(frame, point[field])}`);
      const [first, last] = /** @type {[Point, Point]} */ ([stretch[0], stretch.at(-1)]);
      return `M${across(frame, first.at)} ${SIDE}L${places.join("L")}L${across(frame, last.at)} ${SIDE}Z`;
    })
    .join("");
}

/**
 * The number of the point that lies nearest to a place, 0 to 1 from the left.
 * @param {Frame} frame
 * @param {Point[]} points
 * @param {number} share
 */
export function nearest({ from, to }, points, share) {
  const at = from + (to - from) * Math.max(0, Math.min(share, 1));
  let best = 0;
  for (const [index, point] of points.entries()) {
    const known = /** @type {Point} */ (points[best]);
    if (Math.abs(Date.parse(point.at) - at) < Math.abs(Date.parse(known.at) - at)) best = index;
  }
  return best;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
