// @ts-check
/** What is new in the house, above everything else: announcements, when no table is opened, cautions. */
import { Cautions } from "./cautions.js";
import { dateWords } from "./dates.js";
import { h, render } from "./h.js";
import { recall, remember } from "./noted.js";

const KEY = "kitchen-table:read";
const KEPT = 50;
const MINUTE = 60_000;
/** How often the minutes until maintenance are counted anew. */
const LOOK_AFTER = 5000;

/** @typedef {import("./t.js").Translate} Translate */
/** @typedef {{id: string, text: string}} Item */

/**
 * Whether I am kept out of the house: the server's own page says why and until when.
 * @param {any} message
 */
export function tellsBan(message) {
  return message.type === "error" && message.ref === null && "banned_until" in message.error.detail;
}

/**
 * The words in the page's language, else the English ones.
 * @param {Record<string, string>} texts
 * @param {string} language
 */
export function wordsIn(texts, language) {
  return texts[language] ?? texts.en ?? "";
}

/**
 * What is to be read at a moment of the server's time, the most urgent first.
 * @param {Translate} t
 * @param {any} news
 * @param {{now: number, language: string}} when
 * @returns {Item[]}
 */
export function itemsOf(t, news, { now, language }) {
  const { announcements, maintenance } = news;
  const running = announcements.filter((/** @type {any} */ each) => Date.parse(each.ends_at) > now);
  const items = running.map((/** @type {any} */ { id, texts }) => ({ id, text: wordsIn(texts, language) }));
  const planned = maintenance && maintenanceOf(t, maintenance, { now, language });
  return planned ? [planned, ...items] : items;
}

/**
 * @param {Translate} t
 * @param {any} maintenance
 * @param {{now: number, language: string}} when
 * @returns {Item | null}
 */
function maintenanceOf(t, { from, until, texts }, { now, language }) {
  const left = Date.parse(from) - now;
  if (until !== null && Date.parse(until) <= now) return null;
  const count = Math.ceil(left / MINUTE);
  const what = left > 0 ? t("house.maintenance.in", { count }) : t("house.maintenance.now");
  const end = left <= 0 && until !== null ? t("house.maintenance.until", { time: dateWords(until, { timeStyle: "short" }) }) : "";
  const phase = left > 0 ? "coming" : "here";
  return { id: `${phase} ${from}`, text: [what, end, wordsIn(texts, language)].filter(Boolean).join(" ") };
}

export class HouseNews {
  /**
   * @param {Translate} t
   * @param {any} news  as the server put them into the page
   */
  constructor(t, news) {
    this.t = t;
    this.place = document.getElementById("house-news");
    this.read = new Set(readIds());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.cautions = new Cautions(t, news.cautions);
    this.#learn(news);
  }

  /** From now on in these words. @param {Translate} t */
  speak(t) {
    this.t = t;
    this.cautions.t = t;
    this.cautions.draw();
    this.draw();
  }

  /** @param {any} message  of type `house` */
  hear(message) {
    this.#learn(message.news);
    this.cautions.learn(message.news.cautions);
  }

  /** @param {any} news */
  #learn(news) {
    this.news = news;
    this.heard = performance.now();
    this.draw();
  }

  draw() {
    if (this.place === null) return;
    const now = Date.parse(this.news.now) + performance.now() - this.heard;
    const items = itemsOf(this.t, this.news, { now, language: document.documentElement.lang });
    const unread = items.filter(({ id }) => !this.read.has(id));
    render(unread.map((item) => this.#drawItem(item)), this.place);
    this.place.hidden = unread.length === 0;
    document.body.classList.toggle("with-news", unread.length > 0);
    clearTimeout(this.timer);
    if (items.length > 0) this.timer = setTimeout(() => this.draw(), LOOK_AFTER);
  }

  /** @param {Item} item */
  #drawItem({ id, text }) {
    return h(
      "div",
      { class: "house-item", key: id },
      h("p", null, text),
      h("button", { class: "button slight little", type: "button", "aria-label": this.t("house.close"), onclick: () => this.#close(id) }, "×"),
    );
  }

  /** @param {string} id */
  #close(id) {
    this.read.add(id);
    remember(KEY, JSON.stringify([...this.read].slice(-KEPT)));
    this.draw();
  }
}

/** @returns {string[]} */
function readIds() {
  try {
    const ids = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return []; // not ours: then nothing was read
  }
}
