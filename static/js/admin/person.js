// @ts-check
/** One person's file: sessions, tables, bans, addresses, reports, and what can be done about them. */
import { stool } from "../lib/avatar.js";
import { h } from "../lib/h.js";
import { drawBan } from "./bans.js";
import { reasonOf, wordsOf } from "./cases.js";
import { deedButton } from "./deeds.js";
import { openMerge } from "./merge.js";
import { ago, empty, facts, loggedIn, mark, sheet, trouble, waiting } from "./parts.js";
import * as deeds from "./person_deeds.js";

export class Person {
  /**
   * @param {import("./house.js").House} house
   * @param {string} id
   */
  constructor(house, id) {
    this.house = house;
    this.id = id;
    this.path = `/api/admin/players/${encodeURIComponent(id)}`;
    /** @type {any} */
    this.file = null;
    /** @type {unknown} */
    this.problem = null;
  }

  get name() {
    return this.file?.player.name;
  }

  async load() {
    try {
      this.file = await this.house.get(this.path);
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.house.draw();
  }

  /** Do something about them, and look again. @param {(person: Person) => Promise<any>} deed */
  async act(deed) {
    if ((await deed(this)) !== null) await this.load();
  }

  draw() {
    const { house, file, problem } = this;
    if (problem !== null) return [drawBack(house), trouble(house, problem, () => this.load())];
    if (file === null) return [drawBack(house), waiting(house)];
    return [
      drawBack(house),
      drawHead(this),
      h(
        "div",
        { class: "files", key: "files" },
        drawSessions(this),
        drawTables(this),
        drawBans(this),
        drawAddresses(this),
        drawReports(this),
      ),
    ];
  }
}

/** @param {import("./house.js").House} house */
function drawBack({ t }) {
  return h("a", { class: "button slight little upward", key: "back", href: "#players" }, "← ", t("admin.players.back"));
}

/** @param {Person} person */
function drawHead(person) {
  const { house, file } = person;
  const { t } = house;
  const { id, kind, created_at: born, last_seen: seen, banned, muted, merged_into: merged } = file.player;
  return h(
    "section",
    { class: "sheet person-head", key: "head" },
    stool(id, 72),
    h(
      "div",
      { class: "person-facts" },
      h(
        "p",
        { class: "row" },
        mark(t(`admin.players.kind.${kind}`)),
        banned && mark(t("admin.players.banned"), "bad"),
        muted && mark(t("admin.players.muted"), "bad"),
      ),
      facts([
        [t("admin.players.id"), h("code", null, id)],
        [t("admin.players.since"), ago(house, born)],
        [t("admin.players.seen"), ago(house, seen)],
      ]),
      merged &&
        h(
          "p",
          { class: "note" },
          h("a", { href: `#players/${encodeURIComponent(merged)}` }, t("admin.players.merged")),
        ),
      h("a", { class: "small", href: `#audit/${encodeURIComponent(`player:${id}`)}` }, t("admin.players.log")),
    ),
    !merged && drawDeeds(person),
  );
}

/** @param {Person} person */
function drawDeeds(person) {
  const { house } = person;
  const { t } = house;
  const buttons = [
    deedButton(house, { deed: "rename_player", words: t("admin.rename"), act: () => person.act(deeds.rename) }),
    deedButton(house, { deed: "mute", words: t("admin.mute"), act: () => person.act(deeds.mute) }),
    deedButton(house, { deed: "ban", words: t("admin.ban"), act: () => person.act(deeds.ban) }),
    deedButton(house, { deed: "merge_players", words: t("admin.merge"), act: () => openMerge(person) }),
  ].filter(Boolean);
  return buttons.length > 0 && h("div", { class: "row person-deeds" }, buttons);
}

/** @param {Person} person */
function drawSessions(person) {
  const { house, file } = person;
  const { t } = house;
  const line = (/** @type {any} */ session) =>
    h(
      "li",
      { key: session.id, class: "item" },
      h(
        "span",
        null,
        loggedIn(house, session.created_at),
        " ",
        session.here && mark(t("admin.session.here"), "good"),
      ),
      deedButton(house, {
        deed: "end_session",
        words: t("admin.session.end"),
        act: () => person.act((of) => deeds.endSession(of, session)),
      }),
    );
  return listSheet(t("admin.players.sessions"), file.sessions, line, t("admin.players.no_sessions"));
}

/** @param {Person} person */
function drawTables({ house, file }) {
  const { t } = house;
  const line = (/** @type {any} */ table) =>
    h(
      "li",
      { key: table.id, class: "item" },
      h("a", { href: `#tables/${encodeURIComponent(table.id)}` }, table.title || t(`game.${table.game}`)),
      h(
        "span",
        { class: "small soft" },
        stateWords(t, table),
        table.created_at && [" · ", ago(house, table.created_at)],
      ),
    );
  return listSheet(t("admin.players.tables"), file.tables, line, t("admin.players.no_tables"));
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} table
 */
function stateWords(t, { game, title, state }) {
  return [title ? t(`game.${game}`) : null, t(`admin.table.${state}`)].filter(Boolean).join(" · ");
}

/** @param {Person} person */
function drawBans(person) {
  const { house, file } = person;
  const lift = (/** @type {any} */ ban) => person.act(() => deeds.lift(house, ban));
  const line = (/** @type {any} */ ban) => drawBan(house, { ...ban, player: null }, lift);
  return listSheet(house.t("admin.players.bans"), file.bans, line, house.t("admin.players.no_bans"));
}

/** @param {Person} person */
function drawAddresses(person) {
  const { house, file } = person;
  const { t } = house;
  const line = (/** @type {any} */ { network, first_at: first, last_at: last }) =>
    h(
      "li",
      { key: `${network} ${first}`, class: "item" },
      h(
        "span",
        null,
        network ? h("code", null, network) : t("admin.address.forgotten"),
        " ",
        h("span", { class: "small soft" }, ago(house, last)),
      ),
      network &&
        deedButton(house, {
          deed: "ban",
          words: t("admin.address.ban"),
          act: () => person.act(() => deeds.banNetwork(house, network)),
        }),
    );
  return listSheet(
    t("admin.players.addresses"),
    file.addresses,
    line,
    t("admin.players.no_addresses"),
    t("admin.address.kept"),
  );
}

/** @param {Person} person */
function drawReports({ house, file }) {
  const { t } = house;
  const line = (/** @type {any} */ report) =>
    h(
      "li",
      { key: report.id, class: "item" },
      h("q", null, wordsOf(t, report.line)),
      h("span", { class: "small soft" }, reasonOf(t, report.why).reason, " · ", ago(house, report.at), " "),
      mark(t(report.verdict ? `admin.verdict.${report.verdict.verdict}` : "admin.verdict.waiting")),
    );
  return listSheet(t("admin.players.reports"), file.reports, line, t("admin.players.no_reports"));
}

/**
 * @param {string} title
 * @param {any[]} items
 * @param {(item: any) => any} line
 * @param {...string} words  for none; then a remark below
 */
function listSheet(title, items, line, ...[none = "", remark]) {
  return sheet(
    title,
    items.length > 0 ? h("ul", { class: "items" }, items.map(line)) : empty(none),
    remark && h("p", { class: "small soft" }, remark),
  );
}
