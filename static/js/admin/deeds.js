// @ts-check
/** Parts of the forms of deeds: what will happen, how long it lasts, a text, an hour. */
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { endOf, fieldOf } from "./ends.js";
import { exact } from "./parts.js";

/** @typedef {import("../lib/t.js").Translate} Translate */

/**
 * What a deed will do, before it is done.
 * @param {Translate} t
 * @param {string[]} lines
 */
export function drawWill(t, lines) {
  return h(
    "section",
    { class: "will", key: "will", "aria-live": "polite" },
    h("h3", null, t("admin.will")),
    h(
      "ul",
      null,
      lines.map((line) => h("li", { key: line }, line)),
    ),
  );
}

/** Until when something lasts, as somebody chooses it in a form. */
export class EndChoice {
  /**
   * @param {Translate} t
   * @param {string[]} ends  names of `ends.js`
   * @param {string} end  the one that is chosen first
   */
  constructor(t, ends, end) {
    this.t = t;
    this.ends = ends;
    this.end = end;
    this.date = "";
  }

  /** As the server reads it; a date that is missing is kept from being sent by its field. */
  get until() {
    return endOf(this, Date.now()) ?? null;
  }

  /** "until 3 December, 18:00", "for good". */
  get words() {
    const until = endOf(this, Date.now());
    if (until === undefined) return this.t("admin.end.some_day");
    return endWords(this.t, until);
  }

  /** @param {() => void} redraw */
  draw(redraw) {
    const { t, ends, end } = this;
    const set = (/** @type {{end?: string, date?: string}} */ change) => {
      Object.assign(this, change);
      redraw();
    };
    const words = (/** @type {string} */ choice) => t(`admin.end.${choice}`);
    const min = fieldOf(Date.now());
    return [
      choose({
        name: "end",
        label: t("admin.end"),
        choices: ends,
        value: end,
        onChange: (to) => set({ end: to }),
        words,
      }),
      end === "date" &&
        timeField({ label: t("admin.end.day_field"), name: "date", min, onInput: (date) => set({ date }) }),
    ];
  }
}

/**
 * @param {Translate} t
 * @param {string | null} until
 */
export function endWords(t, until) {
  return until === null ? t("admin.end.for_good") : t("admin.end.until", { time: exact(until) });
}

/**
 * A day and an hour in the browser's own zone.
 * @param {{label: string, name: string, value?: string, min?: string, onInput?: (value: string) => void}} what
 */
export function timeField({ label, name, value = "", min, onInput }) {
  const fill = (/** @type {HTMLInputElement} */ field) => (field.value = value);
  const tell = (/** @type {any} */ event) => onInput?.(event.currentTarget.value);
  return h(
    "label",
    { class: "field", key: name },
    h("span", null, label),
    h("input", { type: "datetime-local", name, min, required: true, ref: fill, oninput: tell }),
  );
}

/**
 * One line of text that a form sends.
 * @param {{label: string, name: string, value?: string, max: number, hint?: string, note?: string, onInput?: (value: string) => void}} what
 *   `note` stands below it: what is made of what was written
 */
export function textField({ label, name, value = "", max, hint, note, onInput }) {
  const fill = (/** @type {HTMLInputElement} */ field) => (field.value = value);
  const tell = (/** @type {any} */ event) => onInput?.(event.currentTarget.value);
  const id = note === undefined ? undefined : `${name}-note`;
  const field = h(
    "label",
    { class: "field", key: name },
    h("span", null, label),
    h("input", {
      name,
      maxlength: max,
      required: true,
      autocomplete: "off",
      placeholder: hint,
      "aria-describedby": id,
      ref: fill,
      oninput: tell,
    }),
  );
  if (note === undefined) return field;
  const remark = h("small", { class: "soft", key: "note", id, "aria-live": "polite" }, note);
  return h("div", { class: "noted", key: name }, field, remark);
}

/**
 * A button of a deed; nothing for those whose role does not include it.
 * @param {import("./house.js").House} house
 * @param {{deed: string, words: string, act: () => unknown, kind?: string, label?: string}} what
 */
export function deedButton(house, { deed, words, act, kind = "", label }) {
  if (!house.may(deed)) return null;
  return h(
    "button",
    { class: `button little ${kind}`.trim(), type: "button", key: words, "aria-label": label, onclick: () => act() },
    words,
  );
}
