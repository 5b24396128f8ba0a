// @ts-check
/** People: found by name, one opened with all that staff may know; and whom the house keeps out. */
import { stool } from "../lib/avatar.js";
import { h } from "../lib/h.js";
import { Bans } from "./bans.js";
import { Listing } from "./listing.js";
import { ago, drawListing, mark, search } from "./parts.js";
import { Person } from "./person.js";

const BANS = "bans";

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Players(house);
}

class Players {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    this.listing = new Listing(house, "/api/admin/players", "players");
    this.bans = new Bans(house);
    /** @type {Person | null} */
    this.person = null;
    this.page = "list";
  }

  /** @param {string[]} rest */
  go([id = ""]) {
    this.page = id === "" ? "list" : id === BANS ? BANS : "person";
    this.person = this.page === "person" ? new Person(this.house, id) : null;
    if (this.page === "list") void this.listing.ask();
    if (this.page === BANS) void this.bans.load();
    void this.person?.load();
  }

  title() {
    return this.person?.name ?? this.house.t("admin.way.players");
  }

  render() {
    if (this.person !== null) return this.person.draw();
    return [this.#drawTabs(), this.page === BANS ? this.bans.draw() : this.#drawList()];
  }

  #drawTabs() {
    const { t } = this.house;
    const tab = (/** @type {string} */ page, /** @type {string} */ href, /** @type {string} */ words) =>
      h("a", { href, key: page, class: "within-way", "aria-current": this.page === page ? "page" : null }, words);
    return h(
      "nav",
      { class: "within", key: "within", "aria-label": t("admin.players.parts") },
      tab("list", "#players", t("admin.players.all")),
      tab(BANS, `#players/${BANS}`, t("admin.players.kept_out")),
    );
  }

  #drawList() {
    const { house, listing } = this;
    const { t } = house;
    return [
      search({ label: t("admin.players.search"), value: listing.query.q ?? "", onSearch: (q) => listing.ask({ q }) }),
      h(
        "div",
        { class: "sheet house-sheet", key: "list" },
        drawListing(house, listing, {
          caption: t("admin.way.players"),
          empty: t("admin.players.none"),
          columns: columnsOf(house),
        }),
      ),
    ];
  }
}

/**
 * @param {import("./house.js").House} house
 * @returns {import("./parts.js").Column[]}
 */
function columnsOf(house) {
  const { t } = house;
  return [
    { label: t("admin.players.name"), main: true, cell: drawName },
    {
      label: t("admin.players.kind"),
      cell: (player) => [t(`admin.players.kind.${player.kind}`), " ", marksOf(t, player)],
    },
    { label: t("admin.players.tables"), number: true, cell: ({ tables }) => countOf(t, tables) },
    { label: t("admin.players.seen"), cell: ({ last_seen: at }) => ago(house, at) },
  ];
}

/**
 * A number under its heading; with its word where there are no headings.
 * @param {import("../lib/t.js").Translate} t
 * @param {number} count
 */
function countOf(t, count) {
  return [
    h("span", { class: "headed", key: "headed" }, count),
    h("span", { class: "unheaded", key: "unheaded" }, t("admin.players.count", { count })),
  ];
}

/** @param {any} player */
function drawName({ id, name }) {
  return h(
    "a",
    { class: "person-link", href: `#players/${encodeURIComponent(id)}` },
    stool(id, 28),
    h("span", null, name),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} player
 */
export function marksOf(t, { banned, muted }) {
  return [banned && mark(t("admin.players.banned"), "bad"), " ", muted && mark(t("admin.players.muted"), "bad")];
}
