// @ts-check
/** Announcements: those that run, come and are over, and a new one, seen before it goes out. */
import { h } from "../lib/h.js";
import { deedButton, drawWill, timeField } from "./deeds.js";
import { fieldOf, phaseOf, timeOf } from "./ends.js";
import { empty, exact, mark, sheet, trouble, waiting } from "./parts.js";
import { TextsEditor } from "./texts_editor.js";
import { listWords } from "../lib/t.js";

const PATH = "/api/admin/announcements";
const DAY = 24 * 3_600_000;
/** @type {Record<string, "" | "good">} */
const MARKS = { coming: "", running: "good", over: "" };

export class Announcements {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    /** @type {any[] | null} */
    this.items = null;
    /** @type {unknown} */
    this.problem = null;
    this.editor = new TextsEditor(house, "announcement");
    this.from = fieldOf(Date.now());
    this.until = fieldOf(Date.now() + DAY);
  }

  async load() {
    try {
      this.items = (await this.house.get(PATH)).announcements;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.house.draw();
  }

  draw() {
    const { house, items, problem } = this;
    const { t } = house;
    return sheet(
      t("admin.news.title"),
      problem !== null && trouble(house, problem, () => this.load()),
      items === null && problem === null && waiting(house),
      items?.length === 0 && empty(t("admin.news.none")),
      h(
        "ul",
        { class: "items", key: "items" },
        items?.map((item) => this.#drawItem(item)),
      ),
      house.may("announce") && this.#drawNew(),
    );
  }

  /** @param {any} item */
  #drawItem(item) {
    const { house } = this;
    const { t } = house;
    const phase = phaseOf(item, house.clock.now ?? Date.now());
    return h(
      "li",
      { key: item.id, class: phase === "over" ? "item over" : "item" },
      h(
        "div",
        null,
        h("p", null, mark(t(`admin.news.phase.${phase}`), MARKS[phase]), " ", item.texts.en),
        h(
          "p",
          { class: "small soft" },
          t("admin.news.span", { from: exact(item.starts_at), until: exact(item.ends_at) }),
          " · ",
          listWords(Object.keys(item.texts).map((language) => t(`admin.language.${language}`))),
        ),
      ),
      phase !== "over" &&
        deedButton(house, { deed: "announce", words: t("admin.news.withdraw"), act: () => this.#withdraw(item) }),
    );
  }

  #drawNew() {
    const { house } = this;
    const { t } = house;
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.#announce();
    };
    return h(
      "form",
      { class: "composer", key: "new", onsubmit: send },
      h("h3", null, t("admin.news.new")),
      this.editor.draw(),
      h(
        "div",
        { class: "times", key: "times" },
        timeField({ label: t("admin.news.from"), name: "starts", value: this.from, onInput: (to) => (this.from = to) }),
        timeField({
          label: t("admin.news.until"),
          name: "ends",
          value: this.until,
          onInput: (to) => (this.until = to),
        }),
      ),
      h("button", { class: "button lit", type: "submit", disabled: !this.editor.ready }, t("admin.news.announce")),
    );
  }

  async #announce() {
    const { house, editor } = this;
    const { t } = house;
    const [from, until] = [timeOf(this.from), timeOf(this.until)];
    if (from === null || until === null || from >= until) return house.tell(t("admin.news.backwards"));
    const lines = [t("admin.news.will", { from: exact(from), until: exact(until) }), editor.gaps].filter(Boolean);
    const made = await house.deed({
      title: t("admin.news.sure"),
      yes: t("admin.news.yes"),
      done: t("admin.news.done"),
      fields: () => [
        h("blockquote", { class: "house-word", key: "word", lang: "en" }, editor.written.en),
        drawWill(t, lines),
      ],
      send: () => ["POST", PATH, { texts: editor.written, starts_at: from, ends_at: until }],
    });
    if (made === null) return;
    editor.replace({});
    await this.load();
  }

  /** @param {any} item */
  async #withdraw(item) {
    const { t } = this.house;
    const done = await this.house.deed({
      title: t("admin.news.withdraw.title"),
      text: t("admin.news.withdraw.text"),
      yes: t("admin.news.withdraw"),
      done: t("admin.news.withdrawn"),
      send: () => ["DELETE", `${PATH}/${encodeURIComponent(item.id)}`, {}],
    });
    if (done !== null) await this.load();
  }
}
