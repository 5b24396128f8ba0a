// @ts-check
/** Places round a table at equal distances along its rim, the first at the lower edge. */

const SAMPLES = 720;
/** @type {Map<string, Array<{x: number, y: number}>>} */
const made = new Map();

/**
 * `count` places, clockwise from the middle of the lower edge, as fractions of the free space.
 * @param {number} count
 * @param {number} ratio  width of the rim against its height
 * @param {number} power  2: an oval; more: nearer to a rectangle
 */
export function ring(count, ratio, power) {
  const name = `${count}/${ratio}/${power}`;
  const known = made.get(name);
  if (known) return known;
  const rim = Array.from({ length: SAMPLES + 1 }, (_, step) => rimPoint(step / SAMPLES, power));
  const lengths = walked(rim, ratio);
  const places = Array.from({ length: count }, (_, seat) => placeAt(rim, lengths, (lengths[SAMPLES] * seat) / count));
  made.set(name, places);
  return places;
}

/**
 * @param {number} turn  0 … 1, clockwise from the lower edge
 * @param {number} power
 */
function rimPoint(turn, power) {
  const angle = Math.PI / 2 + turn * 2 * Math.PI;
  const along = (/** @type {number} */ side) => Math.sign(side) * Math.abs(side) ** (2 / power);
  return { x: 0.5 + along(Math.cos(angle)) / 2, y: 0.5 + along(Math.sin(angle)) / 2 };
}

/**
 * @param {Array<{x: number, y: number}>} rim
 * @param {number} ratio
 */
function walked(rim, ratio) {
  let sum = 0;
  return rim.map((point, index) => {
    const last = rim[Math.max(0, index - 1)];
    sum += Math.hypot((point.x - last.x) * ratio, point.y - last.y);
    return sum;
  });
}

/**
 * The point on the rim after a way, between two samples: in a corner they lie far apart.
 * @param {Array<{x: number, y: number}>} rim
 * @param {number[]} lengths
 * @param {number} way
 */
function placeAt(rim, lengths, way) {
  const next = Math.max(1, lengths.findIndex((length) => length >= way));
  const [from, to] = [rim[next - 1], rim[next]];
  const part = (way - lengths[next - 1]) / (lengths[next] - lengths[next - 1]);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/**
 * How many places clockwise from the viewer somebody sits; who looks on sees seat 0 at the lower edge.
 * @param {number} seat
 * @param {number|null} viewer
 * @param {number} count
 */
export function stepOf(seat, viewer, count) {
  return (seat - (viewer ?? 0) + count) % count;
}

/**
 * @param {number} step  how many places clockwise from the viewer
 * @param {number} count
 */
function narrowPlace(step, count) {
  return ring(count, 0.95, count > 6 ? 5 : 2.6)[step];
}

/**
 * @param {number} step
 * @param {number} count
 */
function widePlace(step, count) {
  return ring(count, 1.9, count > 6 ? 3.4 : 2.2)[step];
}

/** @param {number} x */
function sideOf(x) {
  if (Math.abs(x - 0.5) < 0.05) return "middle";
  return x < 0.5 ? "left" : "right";
}

/**
 * Words go towards the middle of the table, so that they cover nobody's name: from which side they
 * come, from how far, and where they are on a wide table, on whose long sides people sit in rows.
 * @param {number} step
 * @param {number} count
 */
export function voice(step, count) {
  const { x, y } = widePlace(step, count);
  const row = x > 0.14 && x < 0.86;
  return {
    side: sideOf(narrowPlace(step, count).x),
    rise: 1 - Math.abs((2 * step) / count - 1),
    way: !row ? "aside" : y < 0.5 ? "down" : "up",
  };
}

/**
 * Where a sign lies at a card, on a narrow and on a wide table: where the table is free. In a row
 * of people that is away from the others, at the sides towards the middle, and below the name where
 * the stock is near or neighbours are at both hands; high where words lie on the lower half of a card.
 * @param {number} step
 * @param {number} count
 */
export function freeSide(step, count) {
  const { x, y } = narrowPlace(step, count);
  const middle = sideOf(x) === "middle";
  const inRow = x > 0.1 && x < 0.9;
  const right = middle ? step > 0 : x > 0.5 === inRow;
  const side = right ? "right" : "left";
  const below = count > 6 ? middle && step > 0 : y > 0.4 && y < 0.95;
  const high = count > 6 && !middle;
  return { narrow: below ? "below" : high ? `${side} is-high` : side, wide: side };
}

/**
 * The custom properties of a place; the style sheet takes the pair that fits the room there is.
 * @param {number} step  how many places clockwise from the viewer
 * @param {number} count
 */
export function placeStyle(step, count) {
  const narrow = narrowPlace(step, count);
  const wide = widePlace(step, count);
  return {
    "--narrow-x": narrow.x.toFixed(4),
    "--narrow-y": narrow.y.toFixed(4),
    "--wide-x": wide.x.toFixed(4),
    "--wide-y": wide.y.toFixed(4),
  };
}
