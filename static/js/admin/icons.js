// @ts-check
/** Small drawn signs of the views, in lines that take the colour of their word. */
import { h } from "../lib/h.js";

/** Paths in a square of 24. @type {Record<string, string>} */
const LINES = {
  now: "M3 13h4l2.5-7 4 13 3-9 1.5 3h3",
  tables: "M12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M12 2v1.5M12 20.5V22M2 12h1.5M20.5 12H22",
  players: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 21c.6-4.4 3.800-6.500 8-6.500s7.400 2.100 8 6.500",
  reports: "M6 22V3M6 4h12l-3 4.500 3 4.500H6",
  games: "M5 5h14v14H5zM9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1",
  news: "M4 10v4h3l8 5V5l-8 5zM18.500 9a4.500 4.500 0 0 1 0 6",
  staff: "M8 11.500a4 4 0 1 0 0 5a4 4 0 0 0 0-5M11.500 14H21v3M17.500 14v2.500",
  audit: "M5 4.500A2 2 0 0 1 7 3h12v15H7a2 2 0 0 0-2 2zM5 20a1.500 1.500 0 0 0 1.500 1H19v-3M9 7.500h6M9 11h6",
};

/** @param {string} view */
export function icon(view) {
  return h(
    "svg",
    { class: "way-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: LINES[view] ?? "" }),
  );
}
