// @ts-check
/**
 * A person at a table is a stool: round seat, a colour and a pattern made from the id, so that
 * nobody needs a picture and colour is never the only sign. A bot's stool has a toothed rim.
 */
import { h } from "./h.js";

/** Seat and pattern colours, far enough from each other and from wood in both lights. */
const CLOTHS = [
  ["#b5483a", "#f6d9c4"],
  ["#2f6b8f", "#d3e6ef"],
  ["#4d7a45", "#e2ecd0"],
  ["#d9a02e", "#5a3c0c"],
  ["#7a4f86", "#ecdcef"],
  ["#2b7a78", "#d5efe6"],
  ["#c96f8a", "#fbe6ea"],
  ["#5b5f73", "#e3e4ea"],
];
/** @type {Array<(thread: string) => any>} */
const PATTERNS = [dots, stripes, check, rings, star, halves];

/** FNV-1a: short, even, the same everywhere. @param {string} text */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Which of the colours an id has. @param {string} id */
export function clothOf(id) {
  return hashOf(id) % CLOTHS.length;
}

/** Stools that were drawn: the same one again costs nothing. @type {Map<string, any>} */
const known = new Map();
const MOST_KNOWN = 200;

/**
 * @param {string | null} id  of the player; null draws an empty place
 * @param {number | string} size  pixels, or a CSS length
 * @param {{bot?: boolean}} [options]
 */
export function stool(id, size, { bot = false } = {}) {
  const name = JSON.stringify([id, size, bot]);
  if (known.size >= MOST_KNOWN) known.clear();
  const drawn = known.get(name) ?? drawStool(id, size, bot);
  known.set(name, drawn);
  return drawn;
}

/**
 * @param {string | null} id
 * @param {number | string} size
 * @param {boolean} bot
 */
function drawStool(id, size, bot) {
  const length = typeof size === "number" ? `${size}px` : size;
  const frame = {
    class: "stool",
    viewBox: "-20 -20 40 40",
    "aria-hidden": "true",
    style: { width: length, height: length },
  };
  if (id === null) return h("svg", frame, h("circle", { r: 16.5, class: "stool-empty" }));
  const hash = hashOf(id);
  const [cloth, thread] = /** @type {[string, string]} */ (CLOTHS[clothOf(id)]);
  const pattern = /** @type {(thread: string) => any} */ (PATTERNS[(hash >>> 8) % PATTERNS.length]);
  const rim = bot
    ? h("path", { d: teeth(), fill: "#7d7468" })
    : h("circle", { r: 19, fill: "#6b4a2c" });
  return h(
    "svg",
    frame,
    rim,
    h("circle", { r: 16, fill: cloth }),
    h("g", { fill: thread, stroke: "none", opacity: 0.9 }, pattern(thread)),
    h("circle", {
      r: 16,
      fill: "none",
      stroke: "#241c15",
      "stroke-opacity": 0.25,
      "stroke-width": 1.5,
    }),
    h("path", {
      d: "M-11-10A15 15 0 0 1 8-12.6",
      fill: "none",
      stroke: "#fff",
      "stroke-opacity": 0.4,
      "stroke-width": 2,
      "stroke-linecap": "round",
    }),
  );
}

function teeth() {
  const points = Array.from({ length: 32 }, (_, index) => {
    const angle = (index * Math.PI) / 16;
    const radius = index % 4 < 2 ? 19.8 : 17.2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function dots() {
  const places = [
    [0, 0],
    [0, -9],
    [0, 9],
    [-9, 0],
    [9, 0],
    [-6.4, -6.4],
    [6.4, 6.4],
    [6.4, -6.4],
    [-6.4, 6.4],
  ];
  return places.map(([cx, cy]) => h("circle", { cx, cy, r: 2.1 }));
}

function stripes() {
  return [-9, -3, 3, 9].map((x) => {
    const reach = Math.sqrt(15.6 * 15.6 - (Math.abs(x) + 1.3) ** 2);
    return h("rect", { x: x - 1.3, y: -reach, width: 2.6, height: 2 * reach });
  });
}

function check() {
  const squares = [
    [-6, -12],
    [0, -6],
    [-6, 0],
    [-12, -6],
    [6, -12],
    [6, 0],
    [0, 6],
    [-12, 6],
    [-6, 12],
  ];
  return squares
    .filter(([x = 0, y = 0]) => Math.hypot(x + 3, y + 3) < 12)
    .map(([x, y]) => h("rect", { x, y, width: 6, height: 6 }));
}

/** @param {string} thread */
function rings(thread) {
  return [4, 10].map((r) => h("circle", { r, fill: "none", stroke: thread, "stroke-width": 2.6 }));
}

function star() {
  const points = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const radius = index % 2 === 0 ? 13 : 5.5;
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  });
  return h("path", { d: `M${points.join("L")}Z` });
}

function halves() {
  return h("path", { d: "M-15.4-3.5A15.8 15.8 0 0 0 15.4-3.5L15.4 3.5A15.8 15.8 0 0 1-15.4 3.5Z" });
}
