// @ts-check
/** Maintenance: from an hour on nobody opens a table, running ones go on; with a countdown to it. */
import { unitWords } from "../lib/dates.js";
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { deedButton, drawWill, timeField } from "./deeds.js";
import { fieldOf, timeOf } from "./ends.js";
import { exact, sheet, trouble, waiting } from "./parts.js";
import { TextsEditor } from "./texts_editor.js";

const PATH = "/api/admin/maintenance";
const MINUTE = 60_000;
/** Minutes until it begins. @type {Record<string, number>} */
const STARTS = { now: 0, quarter: 15, hour: 60 };

export class Maintenance {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    /** @type {any} */
    this.state = null;
    /** @type {unknown} */
    this.problem = null;
    this.editor = new TextsEditor(house, "maintenance");
    this.start = "quarter";
    this.at = fieldOf(Date.now() + 60 * MINUTE);
    this.ends = "open";
    this.until = fieldOf(Date.now() + 120 * MINUTE);
    this.beat = setInterval(() => this.tick(), 1000);
  }

  get now() {
    return this.house.clock.now ?? Date.now();
  }

  /** The countdown goes on. */
  tick() {
    if (this.state?.on) this.house.draw();
  }

  stop() {
    clearInterval(this.beat);
  }

  async load() {
    try {
      this.state = await this.house.get(PATH);
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.house.draw();
  }

  draw() {
    const { house, state, problem } = this;
    const { t } = house;
    return sheet(
      t("admin.maintenance.title"),
      problem !== null && trouble(house, problem, () => this.load()),
      state === null && problem === null && waiting(house),
      state !== null && (state.on ? this.#drawOn() : this.#drawOff()),
    );
  }

  #drawOn() {
    const { house, state } = this;
    const { t } = house;
    const begins = Date.parse(state.from);
    const coming = begins > this.now;
    return h(
      "div",
      { class: "closing", key: "on" },
      h(
        "p",
        { class: "closing-face" },
        h("span", { class: "numbers" }, coming ? this.#left(begins) : t("admin.maintenance.closed")),
      ),
      h(
        "p",
        null,
        coming
          ? t("admin.maintenance.coming", { time: exact(state.from) })
          : t("admin.maintenance.running", { time: exact(state.from) }),
      ),
      h(
        "p",
        { class: "soft" },
        state.until ? t("admin.maintenance.until", { time: exact(state.until) }) : t("admin.maintenance.open_end"),
      ),
      state.text?.en && h("blockquote", { class: "house-word", lang: "en" }, state.text.en),
      deedButton(house, {
        deed: "maintain",
        words: t(coming ? "admin.maintenance.call_off" : "admin.maintenance.open"),
        act: () => this.#end(coming),
      }),
    );
  }

  /** @param {number} begins */
  #left(begins) {
    const time = unitWords(document.documentElement.lang, (begins - this.now) / 1000);
    return this.house.t("admin.maintenance.in", { time });
  }

  #drawOff() {
    const { house } = this;
    const { t } = house;
    return h(
      "div",
      { key: "off", class: "composer" },
      h("p", null, t("admin.maintenance.off")),
      house.may("maintain") &&
        h("details", { key: "plan" }, h("summary", null, t("admin.maintenance.plan")), this.#drawForm()),
    );
  }

  #drawForm() {
    const { house } = this;
    const { t } = house;
    const set = (/** @type {Partial<Maintenance>} */ change) => {
      Object.assign(this, change);
      house.draw();
    };
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.#begin();
    };
    return h(
      "form",
      { class: "composer", onsubmit: send },
      choose({
        name: "start",
        label: t("admin.maintenance.from"),
        choices: [...Object.keys(STARTS), "date"],
        value: this.start,
        onChange: (to) => set({ start: to }),
        words: (to) => t(`admin.maintenance.from.${to}`),
      }),
      this.start === "date" &&
        timeField({ label: t("admin.end.day_field"), name: "at", value: this.at, onInput: (to) => (this.at = to) }),
      choose({
        name: "ends",
        label: t("admin.maintenance.ends"),
        choices: ["open", "date"],
        value: this.ends,
        onChange: (to) => set({ ends: to }),
        words: (to) => t(`admin.maintenance.ends.${to}`),
      }),
      this.ends === "date" &&
        timeField({
          label: t("admin.maintenance.ends.label"),
          name: "until",
          value: this.until,
          onInput: (to) => (this.until = to),
        }),
      this.editor.draw(),
      h("button", { class: "button lit", type: "submit" }, t("admin.maintenance.begin")),
    );
  }

  async #begin() {
    const { house, editor } = this;
    const { t } = house;
    const minutes = STARTS[this.start];
    const from = minutes === undefined ? timeOf(this.at) : new Date(this.now + minutes * MINUTE).toISOString();
    const until = this.ends === "date" ? timeOf(this.until) : null;
    if (from === null || (until !== null && until <= from)) return house.tell(t("admin.news.backwards"));
    const playing = house.now?.tables?.playing ?? 0;
    const lines = [
      t("admin.maintenance.will", { time: exact(from) }),
      playing > 0 ? t("admin.maintenance.will.tables", { count: playing }) : t("admin.maintenance.will.go_on"),
      until === null ? t("admin.maintenance.open_end") : t("admin.maintenance.until", { time: exact(until) }),
    ];
    const state = await house.deed({
      title: t("admin.maintenance.sure"),
      yes: t("admin.maintenance.begin"),
      grave: true,
      fields: () => drawWill(t, lines),
      send: () => ["PUT", PATH, { on: true, from, until, text: editor.written }],
    });
    if (state !== null) await this.load();
  }

  /** @param {boolean} coming */
  async #end(coming) {
    const { t } = this.house;
    const done = await this.house.deed({
      title: t(coming ? "admin.maintenance.call_off.title" : "admin.maintenance.open.title"),
      text: t("admin.maintenance.open.text"),
      yes: t(coming ? "admin.maintenance.call_off" : "admin.maintenance.open"),
      done: t("admin.maintenance.opened"),
      send: () => ["PUT", PATH, { on: false }],
    });
    if (done !== null) await this.load();
  }
}
