// @ts-check
/** One table: what a spectator sees of it, how it is, and what can be done about it. */
import { h } from "../lib/h.js";
import { drawCheck, Check } from "./checking.js";
import { breakGlass, drawGlass } from "./glass.js";
import { empty, sheet, trouble, waiting } from "./parts.js";
import { drawEnds, drawRepairs, drawViolation } from "./repairs.js";
import { Spectator } from "./spectator.js";
import { drawConnected, drawFacts, drawSeats } from "./table_facts.js";
import { gameWords, stateMarks } from "./table_words.js";

/** So many seconds of the wire lie between two looks at a table that goes on. */
const EVERY = 2;

export class OneTable {
  /**
   * @param {import("./house.js").House} house
   * @param {string} id
   * @param {string} list  the address of the list that leads here
   */
  constructor(house, id, list) {
    this.house = house;
    this.id = id;
    this.list = list;
    /** @type {any} */
    this.found = null;
    /** What it was made from, to know whether anything is new. */
    this.text = "";
    /** @type {unknown} */
    this.problem = null;
    /** @type {Spectator | null} */
    this.spectator = null;
    /** The hidden state, while somebody looks at it. @type {{view: any, seq: number} | null} */
    this.glass = null;
    /** Entries of the log before those that come with the table. @type {any[]} */
    this.older = [];
    this.check = new Check(house, id);
    this.seconds = 0;
    this.busy = false;
  }

  /** Where the calls about this table go. */
  get path() {
    return `/api/admin/tables/${encodeURIComponent(this.id)}`;
  }

  async look() {
    this.busy = true;
    try {
      this.#learn(await this.house.get(this.path));
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.busy = false;
    this.house.draw();
  }

  /** @param {any} found */
  #learn(found) {
    this.house.clock.learn(found.now, true);
    const text = JSON.stringify({ ...found, now: "" });
    if (text === this.text) return;
    this.text = text;
    this.found = found;
    if (found.view === null) return;
    this.spectator ??= new Spectator(this.house, found);
    this.#show();
  }

  #show() {
    const { found, older, glass } = this;
    const first = found.log[0]?.seq ?? Infinity;
    const log = [...older.filter(({ seq }) => seq < first), ...found.log];
    this.spectator?.show({ ...found, log }, glass?.view);
    this.house.draw();
  }

  /** What happened before the first entry that is shown. */
  async #lookBack() {
    const first = this.spectator?.state.log[0]?.seq;
    try {
      const { log } = await this.house.get(`${this.path}/log?before=${first}`);
      this.older = [...log, ...this.older];
      this.#show();
    } catch (problem) {
      this.house.tell(problem);
    }
  }

  /** @param {any} message */
  hear({ type, table }) {
    if (type === "alert" && table === this.id) return void this.look();
    if (type !== "now" || this.found === null) return;
    this.seconds += 1;
    const goesOn = ["open", "playing"].includes(this.found.table.state);
    if (goesOn && this.seconds % EVERY === 0 && !this.busy && !document.hidden) void this.look();
    else if (Object.keys(this.found.deadlines).length > 0) this.house.draw();
  }

  /** @param {{view: any, seq: number} | null} glass */
  lookThrough(glass) {
    this.glass = glass;
    this.#show();
    void this.look();
  }

  title() {
    const { t } = this.house;
    if (this.found === null) return t("admin.tables.one");
    const { title, game } = this.found.table;
    return title ?? gameWords(t, game);
  }

  render() {
    const { house, found, problem } = this;
    return [
      h("a", { class: "button slight little upward", key: "back", href: this.list }, "← ", house.t("admin.tables.back")),
      problem !== null && trouble(house, problem, () => void this.look()),
      found === null ? problem === null && waiting(house) : this.#drawFound(),
    ];
  }

  #drawFound() {
    const { house, found } = this;
    const { t } = house;
    return [
      h("p", { class: "marks", key: "marks" }, stateMarks(t, { ...found.table, violation: found.violation })),
      drawViolation(this),
      h(
        "div",
        { class: "one-table", key: "one" },
        this.#drawMain(),
        h(
          "div",
          { class: "one-table-side", key: "side" },
          this.#drawLog(),
          drawFacts(house, found),
          drawConnected(house, found),
        ),
      ),
    ];
  }

  #drawMain() {
    const { house, found } = this;
    return h(
      "div",
      { class: "one-table-main", key: "main" },
      this.#drawBoard(),
      drawSeats(house, found),
      drawRepairs(this),
      drawEnds(this, () => void breakGlass(this)),
      drawCheck(this.check, found.table),
    );
  }

  #drawBoard() {
    const { house, spectator, glass } = this;
    if (spectator === null) return empty(house.t("admin.tables.no_match"));
    return h(
      "section",
      { class: glass ? "board-frame broken" : "board-frame", key: "board", "aria-label": house.t("admin.tables.board") },
      glass && drawGlass(this),
      spectator.drawTable(),
    );
  }

  #drawLog() {
    const { spectator, house } = this;
    if (spectator === null) return null;
    const first = spectator.state.log[0]?.seq ?? 1;
    return sheet(
      house.t("panel.log"),
      first > 1 &&
        h("button", { class: "button little", key: "back", onclick: () => void this.#lookBack() }, house.t("admin.tables.earlier")),
      h("div", { class: "one-table-log", key: "log" }, spectator.drawLog()),
    );
  }
}
