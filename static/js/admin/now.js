// @ts-check
/** What goes on in the house: numbers of this second, pictures of the last hour or day. */
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { drawChart, hourOf } from "./chart.js";
import { PERCENT } from "./figures.js";
import { History, Recent } from "./history.js";
import { drawFigures } from "./measured.js";
import { empty, trouble, waiting } from "./parts.js";
import { drawTiles, MOVING } from "./tiles.js";

/** @type {import("./chart.js").Picture[]} */
export const PICTURES = [
  { key: "people", fields: ["people", "tables"], unit: "", least: 4 },
  { key: "moves", fields: ["moves_a_second"], unit: "" },
  { key: "latency", fields: ["p50_ms", "p99_ms"], unit: "admin.unit.ms", least: 10 },
  { key: "sockets", fields: ["sockets"], unit: "", least: 4 },
  { key: "errors", fields: ["errors"], unit: "", least: 4 },
  { key: "memory", fields: ["memory_mb"], unit: "admin.unit.mb", least: 100 },
  { key: "cpu", fields: ["cpu"], unit: PERCENT, least: 100 },
];

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Now(house);
}

export class Now {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    this.history = new History((path) => house.get(path));
    this.recent = new Recent();
    /** Which point is being read, in all pictures. @type {number | null} */
    this.cursor = null;
    this.asTable = false;
    /** What the pictures were drawn from last, and they. @type {{of: unknown[], drawn: any}} */
    this.pictures = { of: [], drawn: null };
    this.percent = percentOf();
  }

  go() {
    void this.#fetch();
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "minute" && this.history.add(message.point)) void this.#fetch();
    if (message.type !== "now") return;
    for (const [name, read] of Object.entries(MOVING)) this.recent.add(name, read(message));
    this.house.draw();
  }

  /** @param {import("./history.js").Span} [span] */
  async #fetch(span) {
    await this.history.fetch(span);
    this.house.draw();
  }

  render() {
    const { house, recent } = this;
    return [
      this.#drawStale(),
      house.now ? drawTiles(house.t, house.now, recent) : waiting(house),
      this.#drawHistory(),
    ];
  }

  /** Numbers that come no more are told as what they are. */
  #drawStale() {
    const { t, now, status } = this.house;
    if (now === null || status === "live") return null;
    return h("p", { class: "note", role: "status", key: "stale" }, t("admin.stale", { at: hourOf(now.at) }));
  }

  #drawHistory() {
    const { house, history } = this;
    return h(
      "section",
      { class: "history", key: "history", "aria-labelledby": "history-title" },
      this.#drawWishes(),
      history.problem !== null && trouble(house, history.problem, () => void this.#fetch()),
      history.points === null ? history.problem === null && waiting(house) : this.#drawPoints(),
    );
  }

  #drawWishes() {
    const { t } = this.house;
    return h(
      "div",
      { class: "history-wishes", key: "wishes" },
      h("h2", { id: "history-title" }, t("admin.history")),
      choose({
        name: "span",
        label: t("admin.span"),
        choices: ["hour", "day"],
        value: this.history.span,
        onChange: (span) => this.#choose(span),
        words: (span) => t(`admin.span.${span}`),
      }),
      h(
        "button",
        { class: "button", "aria-pressed": this.asTable ? "true" : "false", onclick: () => this.#turn() },
        t("admin.as_table"),
      ),
    );
  }

  /** @param {import("./history.js").Span} span */
  #choose(span) {
    this.cursor = null;
    void this.#fetch(span);
    this.house.draw();
  }

  #turn() {
    this.asTable = !this.asTable;
    this.house.draw();
  }

  #drawPoints() {
    const { history, house } = this;
    const points = this.percent(history.points ?? []);
    if (!points.some(({ people }) => people !== null)) return empty(house.t("admin.history.none"));
    if (this.asTable) return drawFigures(house.t, PICTURES, points);
    return this.#drawPictures(points);
  }

  /** Drawn when a point or the reading changes, not at each second's numbers. @param {any[]} points */
  #drawPictures(points) {
    const of = [points, this.cursor];
    if (of.some((part, index) => part !== this.pictures.of[index])) {
      const what = { points, step: this.history.step, cursor: this.cursor, onRead: this.#read };
      this.pictures = { of, drawn: PICTURES.map((picture) => drawChart(this.house.t, picture, what)) };
    }
    return h("div", { class: "charts", key: "charts" }, this.pictures.drawn);
  }

  /** @param {number | null} index */
  #read = (index) => {
    if (index === this.cursor) return;
    this.cursor = index;
    this.house.draw();
  };
}

/** A share of the processor in percent, made once for each list of points. */
function percentOf() {
  /** @type {{from: any[] | null, to: any[]}} */
  let made = { from: null, to: [] };
  return (/** @type {any[]} */ points) => {
    if (made.from !== points) {
      const to = points.map((point) => ({ ...point, cpu: typeof point.cpu === "number" ? point.cpu * 100 : null }));
      made = { from: points, to };
    }
    return made.to;
  };
}
