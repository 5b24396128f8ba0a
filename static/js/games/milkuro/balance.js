// @ts-check
/** The kitchen scale before each seat: black piles on its left pan, white ones on its right. */

const ARM = 36;
const STEEPEST = 15;

/**
 * @param {{black: number, white: number}} piles
 * @param {number} seats
 * @returns {number}
 */
export function worth({ black, white }, seats) {
  if (seats === 2) return Math.abs(black - white);
  return black === white ? black + white : -(black + white);
}

/**
 * Points with their sign, as they stand on the scale and on the sheet.
 * @param {number} points
 */
export function signed(points) {
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/**
 * @param {any} context
 * @param {{piles: {black: number, white: number}, seats: number, flip?: string|null, arriving?: any}} what
 */
export function balance({ h, t }, { piles, seats, flip = null, arriving = null }) {
  const { black, white } = piles;
  const tilt = Math.max(-STEEPEST, Math.min(STEEPEST, (white - black) * 5));
  const sink = ARM * Math.sin((tilt * Math.PI) / 180);
  const points = worth(piles, seats);
  const words = seats === 2 ? t("milkuro.apart", { count: points }) : signed(points);
  const label = t("milkuro.balance", { black, white, worth: words });
  return h(
    "div",
    { class: "mk-balance", role: "img", "aria-label": label, title: label },
    h(
      "svg",
      { viewBox: "0 8 120 72", "aria-hidden": "true", focusable: "false" },
      h("path", { class: "mk-foot", d: "M34 78C36 62 46 58 60 58C74 58 84 62 86 78Z" }),
      h("g", { class: "mk-beam", style: { transform: `rotate(${tilt}deg)` } }, h("path", { d: "M24 54.5H96L92 58H28Z" })),
      h("circle", { class: "mk-pivot", cx: 60, cy: 56, r: 4 }),
      pan(h, { x: 60 - ARM, sink: -sink, colour: "black", count: black }),
      pan(h, { x: 60 + ARM, sink, colour: "white", count: white }),
    ),
    h("span", { class: "mk-count on-black", "aria-hidden": "true" }, black),
    h("span", { class: "mk-count on-white", "aria-hidden": "true" }, white),
    h(
      "span",
      { class: `mk-dial ${dialClass(points, seats)}`, "data-flip": flip, "aria-hidden": "true" },
      seats === 2 ? `Δ${points}` : signed(points),
    ),
    arriving,
  );
}

/**
 * @param {number} points
 * @param {number} seats
 */
function dialClass(points, seats) {
  if (seats === 2) return points <= 1 ? "is-gain" : "is-loss";
  return points < 0 ? "is-loss" : "is-gain";
}

/**
 * @param {Function} h
 * @param {{x: number, sink: number, colour: string, count: number}} pan
 */
function pan(h, { x, sink, colour, count }) {
  const step = Math.min(4.2, 34 / Math.max(1, count));
  return h(
    "g",
    { class: "mk-pan", style: { transform: `translateY(${sink.toFixed(2)}px)` } },
    h("path", { class: "mk-rod", d: `M${x - 1.5} 50H${x + 1.5}V57H${x - 1.5}Z` }),
    h("path", { class: "mk-plate", d: `M${x - 19} 46H${x + 19}C${x + 17} 52 ${x - 17} 52 ${x - 19} 46Z` }),
    ...Array.from({ length: count }, (_, index) =>
      h("rect", {
        key: index,
        class: `mk-pile on-${colour}`,
        x: x - 13 + (index % 2),
        y: 46 - (index + 1) * step,
        width: 25,
        height: Math.max(2, step - 0.8),
        rx: 1,
      }),
    ),
  );
}
