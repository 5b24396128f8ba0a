// @ts-check
/** Pieces that all views are made of: rows, paging, fields, marks, times, and empty places. */
import { dateWords } from "../lib/dates.js";
import { h } from "../lib/h.js";
import { span } from "../table/clock.js";
import { refusalWords } from "./refusal.js";

/** @typedef {import("./house.js").House} House */

/**
 * @typedef {object} Column
 * @property {string} label  its heading; on a phone it stands before each value
 * @property {(item: any) => any} cell
 * @property {boolean} [number]  figures stand to the right
 * @property {boolean} [main]  what names the row: its heading
 * @property {boolean} [named]  names, which may be as wide as they like
 * @property {boolean} [whole]  a few words that stay in one line
 */

/**
 * A table of rows, which becomes a list of cards on a phone.
 * @param {{caption: string, columns: Column[], items: any[], key?: (item: any) => unknown}} what
 */
export function rows({ caption, columns, items, key = (item) => item.id }) {
  return h(
    "table",
    { class: "rows", key: `rows ${caption}` },
    h("caption", { class: "unseen" }, caption),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        columns.map(({ label, number }) => h("th", { scope: "col", class: number ? "numbers" : null }, label)),
      ),
    ),
    h(
      "tbody",
      null,
      items.map((item) => h("tr", { key: key(item) }, columns.map((column) => drawCell(column, item)))),
    ),
  );
}

/**
 * @param {Column} column
 * @param {any} item
 */
function drawCell({ label, cell, number, named, whole, main }, item) {
  const props = { "data-label": label, class: number ? "numbers" : named ? "named" : whole ? "whole" : null };
  return main ? h("th", { ...props, scope: "row" }, cell(item)) : h("td", props, cell(item));
}

/**
 * A listing with all its states: waiting, refused, empty, rows, more.
 * @param {House} house
 * @param {import("./listing.js").Listing} listing
 * @param {{caption: string, columns: Column[], empty: string, key?: (item: any) => unknown}} what
 */
export function drawListing(house, listing, { caption, columns, empty: none, key }) {
  const { items, problem } = listing;
  return h(
    "div",
    { class: "listing", key: `listing ${caption}`, "aria-busy": listing.busy ? "true" : "false" },
    problem !== null && trouble(house, problem, () => listing.ask()),
    items === null
      ? problem === null && waiting(house)
      : items.length === 0
        ? empty(none)
        : rows({ caption, columns, items, key }),
    listing.before !== null && more(house, listing),
  );
}

/**
 * @param {House} house
 * @param {import("./listing.js").Listing} listing
 */
export function more({ t }, listing) {
  return h(
    "button",
    { class: "button", key: "more", disabled: listing.busy, onclick: () => listing.more() },
    t("admin.more"),
  );
}

/** Nothing here, which is a good sign as often as not. @param {string} text */
export function empty(text) {
  return h("p", { class: "empty", key: "empty" }, text);
}

/** @param {House} house */
export function waiting({ t }) {
  return h("p", { class: "empty", key: "waiting", role: "status" }, t("admin.waiting"));
}

/**
 * What was refused, and a way to try again.
 * @param {House} house
 * @param {unknown} problem
 * @param {() => void} again
 */
export function trouble({ t }, problem, again) {
  return h(
    "div",
    { class: "note row", role: "alert", key: "trouble" },
    h("span", null, refusalWords(t, problem)),
    h("button", { class: "button little", onclick: again }, t("admin.again")),
  );
}

/**
 * A search field that asks as soon as somebody stops typing.
 * @param {{label: string, value: string, onSearch: (text: string) => void}} what
 */
export function search({ label, value, onSearch }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const fill = (/** @type {HTMLInputElement} */ field) => {
    field.value = value;
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => onSearch(field.value.trim()), 300);
    });
  };
  return h(
    "label",
    { class: "field search", key: "search" },
    h("span", null, label),
    h("input", { type: "search", maxlength: 80, autocomplete: "off", spellcheck: "false", ref: fill }),
  );
}

/**
 * One of several, as a field.
 * @param {{label: string, value: string, choices: Array<[value: string, words: string]>, onPick: (value: string) => void}} what
 */
export function pick({ label, value, choices, onPick }) {
  return h(
    "label",
    { class: "field pick", key: `pick ${label}` },
    h("span", null, label),
    h(
      "select",
      { value, onchange: (/** @type {any} */ event) => onPick(event.currentTarget.value) },
      choices.map(([choice, words]) =>
        h("option", { key: choice, value: choice, selected: choice === value }, words),
      ),
    ),
  );
}

/**
 * A small mark with a word: colour is never the only sign.
 * @param {string} text
 * @param {"" | "good" | "bad" | "lit"} [kind]
 */
export function mark(text, kind = "") {
  return h("span", { class: `mark ${kind}`.trim(), key: `mark ${text}` }, text);
}

/**
 * How long ago, in words; the exact time on a longer look.
 * @param {House} house
 * @param {string | null} at  ISO
 */
export function ago({ t, clock }, at) {
  if (!at) return h("span", { class: "soft" }, t("admin.never"));
  const seconds = clock.since(at) || Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  return h(
    "time",
    { datetime: at, title: exact(at) },
    seconds < 5 ? t("admin.just_now") : t("admin.ago", { time: span(t, seconds) }),
  );
}

/**
 * Since when somebody is logged in: one sentence, the time within it.
 * @param {House} house
 * @param {string} at  ISO
 */
export function loggedIn(house, at) {
  const [before, after] = house.t("admin.session.since").split("{ago}");
  return h("span", null, before, ago(house, at), after);
}

/** A day and an hour, as they are written where the reader is at home. @param {string} at */
export function exact(at) {
  return dateWords(at, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Facts in pairs.
 * @param {Array<[label: string, value: any] | null | false>} pairs
 */
export function facts(pairs) {
  return h(
    "dl",
    { class: "facts" },
    pairs.flatMap((pair) => (pair ? [h("div", { key: pair[0] }, h("dt", null, pair[0]), h("dd", null, pair[1]))] : [])),
  );
}

/**
 * A sheet with a heading.
 * @param {string} title
 * @param {...any} content
 */
export function sheet(title, ...content) {
  return h("section", { class: "sheet house-sheet", key: `sheet ${title}` }, h("h2", null, title), content);
}
