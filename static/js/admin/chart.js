// @ts-check
/**
 * One picture over time. A range lies over it unseen, so that it is read by mouse, finger and keys
 * alike and says each value aloud; all pictures of a page share the place that is being read.
 */
import { dateWords } from "../lib/dates.js";
import { h } from "../lib/h.js";
import { listWords } from "../lib/t.js";
import { withUnit } from "./figures.js";
import { across, areaOf, down, frameOf, lineOf, nearest } from "./plot.js";

/**
 * @typedef {object} Picture
 * @property {string} key  words `admin.chart.<key>`
 * @property {string[]} fields  one or two of a point, words `admin.field.<field>`
 * @property {string} unit  the key of the unit's words, `PERCENT`, or ""
 * @property {number} [least]  the lowest top of the scale
 */

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Picture} picture
 * @param {{points: import("./plot.js").Point[], step: number, cursor: number | null, onRead: (index: number | null) => void}} what
 */
export function drawChart(t, picture, { points, step, cursor, onRead }) {
  const frame = frameOf(points, picture.fields, step, picture.least);
  const read = Math.min(cursor ?? points.length - 1, points.length - 1);
  const point = /** @type {import("./plot.js").Point} */ (points[read]);
  return h(
    "figure",
    { class: "chart sheet", key: picture.key, "data-chart": picture.key },
    drawCaption(t, picture, point, cursor !== null),
    h(
      "div",
      { class: "plot", key: "plot", ...pointer(frame, points, onRead) },
      drawScale(t, picture, frame),
      drawLines(picture, frame, points),
      drawReading(picture, frame, point, cursor !== null),
      drawRange({ t, picture, point, read, last: points.length - 1, onRead }),
    ),
    drawHours(points),
  );
}

/**
 * @param {import("./plot.js").Frame} frame
 * @param {import("./plot.js").Point[]} points
 * @param {(index: number | null) => void} onRead
 */
function pointer(frame, points, onRead) {
  return {
    onpointermove: (/** @type {PointerEvent} */ event) => {
      const place = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      onRead(nearest(frame, points, (event.clientX - place.left) / place.width));
    },
    onpointerleave: () => onRead(null),
  };
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Picture} picture
 * @param {import("./plot.js").Point} point
 * @param {boolean} reading
 */
function drawCaption(t, { key, fields, unit }, point, reading) {
  return h(
    "figcaption",
    { key: "caption" },
    h("h3", null, t(`admin.chart.${key}`)),
    h(
      "p",
      { class: reading ? "reading numbers lit" : "reading numbers" },
      h("span", { class: "reading-at" }, hourOf(point.at)),
      fields.map((field, index) =>
        h(
          "span",
          { class: `reading-value line-${index}`, key: field },
          h("i", { "aria-hidden": "true" }),
          fields.length > 1 && `${t(`admin.field.${field}`)} `,
          h("b", null, withUnit(t, unit, point[field])),
        ),
      ),
    ),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Picture} picture
 * @param {import("./plot.js").Frame} frame
 */
function drawScale(t, { unit }, { top }) {
  return h(
    "div",
    { class: "scale numbers", key: "scale", "aria-hidden": "true" },
    [1, 0.5, 0].map((share) => h("span", { key: share }, withUnit(t, unit, top * share))),
  );
}

/**
 * @param {Picture} picture
 * @param {import("./plot.js").Frame} frame
 * @param {import("./plot.js").Point[]} points
 */
function drawLines({ fields }, frame, points) {
  return h(
    "svg",
    { class: "lines", key: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("path", { class: "grid", d: "M0 0H100M0 50H100M0 100H100" }),
    h("path", { class: "area", d: areaOf(frame, points, fields[0] ?? "") }),
    fields.map((field, index) =>
      h("path", { key: field, class: `line line-${index}`, d: lineOf(frame, points, field) }),
    ),
  );
}

/**
 * @param {Picture} picture
 * @param {import("./plot.js").Frame} frame
 * @param {import("./plot.js").Point} point
 * @param {boolean} shown
 */
function drawReading({ fields }, frame, point, shown) {
  const left = `${across(frame, point.at)}%`;
  const known = fields.filter((field) => point[field] !== null && point[field] !== undefined);
  return h(
    "div",
    { class: "cursor", key: "cursor", hidden: !shown, "aria-hidden": "true", style: { left } },
    known.map((field) =>
      h("i", {
        key: field,
        class: `line-${fields.indexOf(field)}`,
        style: { top: `${down(frame, point[field])}%` },
      }),
    ),
  );
}

/** @param {{t: import("../lib/t.js").Translate, picture: Picture, point: import("./plot.js").Point, read: number, last: number, onRead: (index: number | null) => void}} what */
function drawRange({ t, picture, point, read, last, onRead }) {
  const { key, fields, unit } = picture;
  const values = fields.map((field) => t("list.label", { name: t(`admin.field.${field}`), value: withUnit(t, unit, point[field]) }));
  return h("input", {
    key: "range",
    type: "range",
    min: 0,
    max: last,
    value: String(read),
    "aria-label": t(`admin.chart.${key}`),
    "aria-valuetext": listWords([hourOf(point.at), ...values], "unit"),
    oninput: (/** @type {any} */ event) => onRead(Number(event.currentTarget.value)),
    onblur: () => onRead(null),
  });
}

/** The hours under the picture: its beginning, middle and end. @param {import("./plot.js").Point[]} points */
function drawHours(points) {
  const places = [0, Math.floor((points.length - 1) / 2), points.length - 1];
  return h(
    "div",
    { class: "hours numbers", key: "hours", "aria-hidden": "true" },
    places.map((place, index) => h("span", { key: index }, hourOf(points[place]?.at ?? ""))),
  );
}

/** @param {string} at */
export function hourOf(at) {
  return dateWords(at, { timeStyle: "short" });
}
