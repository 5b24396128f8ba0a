// @ts-check
/** Lines of chat that somebody wants looked at, in their place among others; a verdict is one click. */
import { h } from "../lib/h.js";
import { reasonOf } from "./cases.js";
import { drawWill, EndChoice } from "./deeds.js";
import { PERSON_ENDS } from "./ends.js";
import { Listing } from "./listing.js";
import { ago, empty, more, trouble, waiting } from "./parts.js";
import { drawLines, drawVerdict } from "./said.js";

const MUTED_FOR = 24 * 3_600_000;

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Reports(house);
}

class Reports {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    this.listing = new Listing(house, "/api/admin/reports", "reports");
    /** What is being sent. @type {string | null} */
    this.sending = null;
    /** Reasons as they are typed, by report. @type {Map<string, string>} */
    this.reasons = new Map();
  }

  /** @param {string[]} rest */
  go([state = "waiting"]) {
    void this.listing.ask({ state: state === "all" ? "all" : "waiting" });
  }

  render() {
    const { house, listing } = this;
    const { items, problem, before } = listing;
    return [
      this.#drawTabs(),
      problem !== null && trouble(house, problem, () => listing.ask()),
      items === null && problem === null && waiting(house),
      items?.length === 0 &&
        empty(house.t(listing.query.state === "all" ? "admin.reports.none" : "admin.reports.none_wait")),
      h(
        "ul",
        { class: "reports", key: "reports" },
        items?.map((report) => this.#draw(report)),
      ),
      before !== null && more(house, listing),
    ];
  }

  #drawTabs() {
    const { t } = this.house;
    const tab = (/** @type {string} */ state, /** @type {string} */ words) =>
      h(
        "a",
        {
          href: `#reports/${state}`,
          key: state,
          class: "within-way",
          "aria-current": this.listing.query.state === state ? "page" : null,
        },
        words,
      );
    return h(
      "nav",
      { class: "within", key: "within", "aria-label": t("admin.reports.parts") },
      tab("waiting", t("admin.reports.waiting")),
      tab("all", t("admin.reports.all")),
    );
  }

  /** @param {any} report */
  #draw(report) {
    const { t } = this.house;
    const { id, reporter, table, at, verdict, line } = report;
    const { name } = line.player;
    const { reason, more: words } = reasonOf(t, report.why);
    const title = `report-${id}`;
    return h(
      "li",
      { key: id, class: "sheet report", "aria-labelledby": title },
      h(
        "header",
        null,
        h("h2", { id: title, tabindex: -1 }, t("admin.reports.title", { name, why: reason })),
        h(
          "p",
          { class: "small soft" },
          t("admin.reports.by", { name: reporter.name }),
          " · ",
          ago(this.house, at),
          " · ",
          h("a", { href: `#tables/${encodeURIComponent(table)}` }, t("admin.reports.table")),
          " · ",
          h("a", { href: `#players/${encodeURIComponent(line.player.id)}` }, t("admin.reports.person", { name })),
        ),
        words && h("p", null, t("admin.reports.words", { name: reporter.name, words })),
      ),
      drawLines(t, report),
      verdict ? drawVerdict(t, verdict) : this.house.may("judge_report") && this.#drawJudging(report),
    );
  }

  /** @param {any} report */
  #drawJudging(report) {
    const { t } = this.house;
    const { id } = report;
    const reason = t("admin.reports.reason", { why: reasonOf(t, report.why).reason });
    const fill = (/** @type {HTMLTextAreaElement} */ field) => (field.value = this.reasons.get(id) ?? reason);
    const note = (/** @type {any} */ event) => this.reasons.set(id, event.currentTarget.value);
    const button = (/** @type {string} */ verdict, /** @type {() => unknown} */ act) =>
      h(
        "button",
        { class: "button little", key: verdict, disabled: this.sending === id, onclick: act },
        t(`admin.verdict.do.${verdict}`),
      );
    const judge = (/** @type {string} */ verdict, /** @type {string | null} */ until = null) =>
      this.#judge(report, {
        verdict,
        ...(until ? { until } : {}),
        why: (this.reasons.get(id) ?? reason).trim() || reason,
      });
    return h(
      "div",
      { class: "judging", key: "judging" },
      h(
        "label",
        { class: "field" },
        h("span", null, t("admin.reason.label")),
        h("textarea", { name: `why-${id}`, rows: 2, maxlength: 500, autocomplete: "off", ref: fill, oninput: note }),
      ),
      h(
        "div",
        { class: "row" },
        button("dismissed", () => judge("dismissed")),
        button("warned", () => judge("warned")),
        button("muted", () => judge("muted", new Date(Date.now() + MUTED_FOR).toISOString())),
        this.house.may("ban") && button("banned", () => this.#ban(report)),
      ),
    );
  }

  /**
   * @param {any} report
   * @param {any} body
   */
  async #judge(report, body) {
    const { house } = this;
    this.sending = report.id;
    house.draw();
    try {
      await house.call("POST", pathOf(report), body);
      this.#done(report, body.verdict);
    } catch (problem) {
      house.tell(problem);
    }
    this.sending = null;
    house.draw();
  }

  /** @param {any} report */
  async #ban(report) {
    const { t } = this.house;
    const end = new EndChoice(t, PERSON_ENDS, "week");
    const { name } = report.line.player;
    const answered = await this.house.deed({
      title: t("admin.ban.title", { name }),
      yes: t("admin.ban"),
      grave: true,
      fields: (redraw) => [
        end.draw(redraw),
        drawWill(t, [
          t("admin.ban.will", { name, end: end.words }),
          t("admin.ban.will.sockets"),
          t("admin.ban.will.reason"),
          t("admin.ban.will.lift"),
        ]),
      ],
      send: () => ["POST", pathOf(report), { verdict: "banned", until: end.until }],
    });
    if (answered !== null) this.#done(report, "banned");
  }

  /**
   * The next one moves up, and the focus with it.
   * @param {any} report
   * @param {string} verdict
   */
  #done(report, verdict) {
    const { house, listing } = this;
    const items = listing.items ?? [];
    const place = items.indexOf(report);
    house.tell(house.t(`admin.verdict.done.${verdict}`, { name: report.line.player.name }));
    if (listing.query.state === "all") return void listing.ask();
    listing.items = items.filter((other) => other !== report);
    house.drawing.now();
    const next = listing.items[Math.min(place, listing.items.length - 1)];
    document.getElementById(next ? `report-${next.id}` : "view-title")?.focus();
    if (listing.items.length === 0 && listing.before !== null) void listing.ask();
  }
}

/** @param {any} report */
function pathOf({ id }) {
  return `/api/admin/reports/${encodeURIComponent(id)}`;
}
