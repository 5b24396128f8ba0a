// @ts-check
/** Everything that staff did, told as sentences, newest first; filtered, and read on to the end. */
import { dateWords } from "../lib/dates.js";
import { h } from "../lib/h.js";
import { Listing } from "./listing.js";
import { empty, more, pick, trouble, waiting } from "./parts.js";
import { DEEDS, daysOf, detailsOf, sentenceOf, targetWords, textsOf } from "./sentences.js";

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Log(house);
}

class Log {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    this.listing = new Listing(house, "/api/admin/audit", "entries");
    /** Who may have done something. @type {any[]} */
    this.staff = [];
    /** Asks for older entries as soon as the end of the list is seen. */
    this.end = new IntersectionObserver((seen) => this.#onEnd(seen));
  }

  /** @param {string[]} rest  `player:abc` of `#audit/player:abc`: only what was done about it */
  go([target = ""]) {
    void this.listing.ask({ target });
    if (this.staff.length === 0) void this.#loadStaff();
  }

  stop() {
    this.end.disconnect();
  }

  async #loadStaff() {
    this.staff = (await this.house.get("/api/admin/staff").catch(() => ({ staff: [] }))).staff;
    this.house.draw();
  }

  /** @param {IntersectionObserverEntry[]} seen */
  #onEnd(seen) {
    const { listing } = this;
    const reached = seen.some(({ isIntersecting }) => isIntersecting);
    if (reached && !listing.busy && listing.before !== null && listing.problem === null) void listing.more();
  }

  render() {
    const { house, listing } = this;
    const { items, problem, before } = listing;
    return [
      this.#drawFilters(),
      problem !== null && trouble(house, problem, () => listing.ask()),
      items === null && problem === null && waiting(house),
      items?.length === 0 && empty(house.t("admin.audit.none")),
      daysOf(items ?? []).map(({ day, entries }) => this.#drawDay(day, entries)),
      before !== null &&
        h(
          "div",
          {
            class: "log-end",
            key: `end ${before}`,
            ref: (/** @type {Element} */ element) => this.end.observe(element),
          },
          more(house, listing),
        ),
    ];
  }

  #drawFilters() {
    const { house, listing, staff } = this;
    const { t } = house;
    const { deed = "", admin = "", target = "" } = listing.query;
    const deeds = DEEDS.map((one) => /** @type {[string, string]} */ ([one, t(`admin.audit.filter.${one}`)]));
    const people = staff.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
    return h(
      "div",
      { class: "filters", key: "filters" },
      pick({
        label: t("admin.audit.deed"),
        value: deed,
        choices: [["", t("admin.audit.all_deeds")], ...deeds],
        onPick: (to) => listing.ask({ deed: to }),
      }),
      people.length > 0 &&
        pick({
          label: t("admin.audit.who"),
          value: admin,
          choices: [["", t("admin.audit.everybody")], ...people],
          onPick: (to) => listing.ask({ admin: to }),
        }),
      target &&
        h(
          "p",
          { class: "about", key: "about" },
          h("span", { class: "small soft" }, t("admin.audit.about")),
          " ",
          h("code", null, target),
          " ",
          h("a", { href: "#audit" }, t("admin.audit.all")),
        ),
    );
  }

  /**
   * @param {string} day
   * @param {import("./sentences.js").Entry[]} entries
   */
  #drawDay(day, entries) {
    return h(
      "section",
      { class: "sheet log-day", key: day },
      h("h2", null, dateWords(entries[0]?.at ?? "", { dateStyle: "full" })),
      h(
        "ol",
        { class: "deeds-done" },
        entries.map((entry) => this.#drawEntry(entry)),
      ),
    );
  }

  /** @param {import("./sentences.js").Entry} entry */
  #drawEntry(entry) {
    const { t } = this.house;
    const details = detailsOf(t, entry);
    const texts = textsOf(t, entry);
    return h(
      "li",
      { key: entry.number },
      h("time", { datetime: entry.at, class: "small soft numbers" }, dateWords(entry.at, { timeStyle: "short" })),
      h(
        "div",
        null,
        h("p", null, sentenceOf(t, entry)),
        entry.why && h("p", { class: "reason" }, h("q", null, entry.why)),
        texts.length > 0 && drawTexts(t, texts),
        details.length > 0 &&
          h("p", { class: "small soft" }, details.map(({ label: name, words: value }) => t("list.label", { name, value })).join(" · ")),
      ),
      entry.target && this.#drawMore(entry),
    );
  }

  /**
   * All that was done about the same thing.
   * @param {import("./sentences.js").Entry} entry
   */
  #drawMore(entry) {
    const { t } = this.house;
    const { kind = "", id = "" } = entry.target ?? {};
    return h(
      "a",
      {
        class: "small",
        href: `#audit/${encodeURIComponent(`${kind}:${id}`)}`,
        "aria-label": t("admin.audit.more_about", { what: targetWords(t, entry) }),
      },
      t("admin.audit.more"),
    );
  }
}

/**
 * Each in its language's own marks.
 * @param {import("../lib/t.js").Translate} t
 * @param {ReturnType<typeof textsOf>} texts
 */
function drawTexts(t, texts) {
  return h(
    "ul",
    { class: "written small soft" },
    texts.map(({ language, label, text }) =>
      h("li", { key: language }, t("list.label", { name: label, value: "" }), h("q", { lang: language }, text)),
    ),
  );
}
