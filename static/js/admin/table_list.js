// @ts-check
/** All tables, running and stored: searched, filtered, and kept fresh while one looks at them. */
import { h } from "../lib/h.js";
import { paceWords } from "../table/pace.js";
import { Listing } from "./listing.js";
import { ago, drawListing, pick, search } from "./parts.js";
import { gameWords, seatWords, stateMarks } from "./table_words.js";

/** In the address in place of an id, which is longer: only tables that stand still. */
export const STUCK = "stuck";
const STATES = ["open", "playing", "finished", "abandoned"];
/** So many seconds of the wire lie between two looks at the first page. */
const EVERY = 5;
const PAGE = 50;

export class TableList {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    this.listing = new Listing(house, "/api/admin/tables", "tables");
    /** @type {string[]} */
    this.games = [];
    this.seconds = 0;
  }

  /** The address of this list. */
  get address() {
    return this.listing.query.stuck ? `#tables/${STUCK}` : "#tables";
  }

  /** @param {boolean} stuck  only those that stand still */
  look(stuck) {
    void this.listing.ask({ stuck: stuck ? "1" : "" });
    if (this.games.length === 0) void this.#fetchGames();
  }

  /** @param {any} message */
  hear({ type }) {
    if (type === "alert") return void this.listing.ask();
    if (type !== "now") return;
    this.seconds += 1;
    const { items, busy } = this.listing;
    const first = items !== null && items.length <= PAGE;
    if (this.seconds % EVERY === 0 && first && !busy && !document.hidden) void this.listing.ask();
  }

  async #fetchGames() {
    try {
      const { games } = await this.house.get("/api/games");
      this.games = games.map((/** @type {{key: string}} */ { key }) => key);
      this.house.draw();
    } catch (problem) {
      this.house.tell(problem);
    }
  }

  render() {
    const { house, listing } = this;
    const { t } = house;
    return [
      this.#drawFilters(),
      h(
        "div",
        { class: "sheet house-sheet", key: "list" },
        drawListing(house, listing, {
          caption: t("admin.way.tables"),
          empty: t(listing.query.stuck ? "admin.tables.none_stuck" : "admin.tables.none"),
          columns: this.#columns(),
        }),
      ),
    ];
  }

  #drawFilters() {
    const { listing, games } = this;
    const { t } = this.house;
    const { q = "", game = "", state = "", stuck = "" } = listing.query;
    const any = /** @type {[string, string]} */ (["", t("admin.any")]);
    return h(
      "div",
      { class: "filters", key: "filters", role: "search" },
      search({ label: t("admin.tables.search"), value: q, onSearch: (text) => this.#wish({ q: text }) }),
      pick({
        label: t("admin.tables.game"),
        value: game,
        choices: [any, ...games.map((key) => /** @type {[string, string]} */ ([key, gameWords(t, key)]))],
        onPick: (value) => this.#wish({ game: value }),
      }),
      pick({
        label: t("admin.tables.state"),
        value: state,
        choices: [any, ...STATES.map((key) => /** @type {[string, string]} */ ([key, t(`admin.table.${key}`)]))],
        onPick: (value) => this.#wish({ state: value }),
      }),
      h(
        "label",
        { class: "tick", key: "stuck" },
        h("input", {
          type: "checkbox",
          checked: stuck === "1",
          onchange: () => void this.house.go("tables", ...(stuck ? [] : [STUCK])),
        }),
        t("admin.tables.stuck"),
      ),
    );
  }

  /** @param {Record<string, string>} changes */
  #wish(changes) {
    void this.listing.ask(changes);
  }

  /** @returns {import("./parts.js").Column[]} */
  #columns() {
    const { house } = this;
    const { t } = house;
    return [
      {
        label: t("admin.tables.table"),
        main: true,
        cell: ({ id, title, game }) =>
          h("a", { href: `#tables/${encodeURIComponent(id)}` }, title ? `${title} · ${gameWords(t, game)}` : gameWords(t, game)),
      },
      { label: t("admin.tables.state"), cell: (table) => h("span", { class: "marks" }, stateMarks(t, table)) },
      { label: t("admin.tables.seats"), named: true, cell: ({ seats }) => seatWords(t, seats) },
      { label: t("admin.tables.watchers"), number: true, cell: ({ watchers }) => String(watchers) },
      { label: t("admin.tables.pace"), whole: true, cell: ({ pace }) => paceWords(t, pace) },
      { label: t("admin.tables.since"), cell: ({ created_at: at }) => ago(house, at) },
    ];
  }
}
