// @ts-check
/** The host's book of invitations: links with their limits and uses, to copy, show and take back. */
import { call, sentenceFor } from "../lib/api.js";
import { copyFrom } from "../lib/clipboard.js";
import { dateWords } from "../lib/dates.js";
import { ask, confirm } from "../lib/dialog.js";
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";

const KINDS = ["play", "watch"];
const USES = [0, 1, 2, 3, 5, 10];
const HOUR = 3_600_000;
const SPANS = { never: 0, hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR };

/** @param {import("../table.js").Room} room */
export function openLinks(room) {
  const book = new Book(room);
  void book.load();
  return ask(room.t("links.title"), (answer, redraw) => {
    book.redraw = redraw;
    return drawBook(book, answer);
  });
}

class Book {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.path = `/api/tables/${room.id}/links`;
    /** @type {any[] | null} */
    this.links = null;
    /** The link that was made just now. @type {string | null} */
    this.made = null;
    /** Whether the form for another link is open. */
    this.asking = false;
    this.wish = { kind: "play", uses: 0, span: "never" };
    /** The link whose code is shown. @type {string | null} */
    this.shown = null;
    /** What just happened, in words. */
    this.word = "";
    this.redraw = () => {};
  }

  async load() {
    await this.#try(async () => this.#learn(await call("GET", this.path)));
  }

  /** Make the link that the form describes; it is shown on top, with its code. */
  async add() {
    const { kind, uses, span } = this.wish;
    const ms = SPANS[/** @type {keyof typeof SPANS} */ (span)];
    const now = this.room.time.clock.now ?? Date.now();
    const until = ms ? new Date(now + ms).toISOString() : null;
    await this.#try(async () => {
      const made = await call("POST", this.path, { kind, max_uses: uses || null, until });
      this.shown = this.made = made.id;
      this.asking = false;
      this.#learn(await call("GET", this.path));
      this.word = this.room.t("links.made");
    });
  }

  /** @param {any} link */
  async revoke(link) {
    const { t } = this.room;
    const words = { title: t("links.revoke.title"), text: t("links.revoke.text"), yes: t("links.revoke") };
    if (!(await confirm(t, words))) return;
    await this.#try(async () => {
      this.#learn(await call("DELETE", `${this.path}/${link.id}`));
      this.word = t("links.revoked_now");
    });
  }

  /** @param {any} link */
  async copy(link) {
    const field = document.getElementById(`link-${link.id}`);
    const copied = await copyFrom(/** @type {HTMLInputElement} */ (field));
    this.word = this.room.t(copied ? "invite.copied" : "invite.copy_by_hand");
    this.redraw();
  }

  /** @param {{links: any[]}} answer */
  #learn({ links }) {
    this.links = inOrder(links, this.made);
  }

  /** @param {() => Promise<void>} work */
  async #try(work) {
    try {
      await work();
    } catch (problem) {
      this.word = sentenceFor(this.room.t, problem);
    }
    this.redraw();
  }
}

/**
 * The one that was made just now on top, those to play before those to watch, newer before older.
 * @param {any[]} links  older before newer
 * @param {string | null} made
 */
export function inOrder(links, made) {
  const rank = (/** @type {any} */ { id, kind }) => (id === made ? -1 : KINDS.indexOf(kind));
  return links.toReversed().sort((a, b) => rank(a) - rank(b));
}

/**
 * Why a link lets nobody new in; null for one that does.
 * @param {any} link
 * @param {number} now
 */
export function whyOver({ revoked, uses, max_uses: most, until }, now) {
  if (revoked) return "revoked";
  if (most !== null && uses >= most) return "used_up";
  return until !== null && Date.parse(until) <= now ? "ended" : null;
}

/**
 * @param {Book} book
 * @param {(value: any) => void} answer
 */
function drawBook(book, answer) {
  const { t } = book.room;
  const now = book.room.time.clock.now ?? Date.now();
  const links = book.links ?? [];
  const good = links.filter((link) => whyOver(link, now) === null);
  const over = links.filter((link) => whyOver(link, now) !== null);
  return h(
    "div",
    { class: "links" },
    h("h2", null, t("links.title")),
    h("p", { class: "links-word small", role: "status" }, book.word),
    h("ul", { class: "links-list" }, good.map((link) => drawLink(book, link))),
    book.links && good.length === 0 && h("p", { class: "soft" }, t("links.none")),
    drawWish(book),
    over.length > 0 &&
      h(
        "details",
        { class: "links-over" },
        h("summary", null, t("links.over", { count: over.length })),
        h("ul", { class: "links-list" }, over.map((link) => drawOver(book, link, whyOver(link, now) ?? ""))),
      ),
    h("div", { class: "row" }, h("button", { class: "button", onclick: () => answer(null) }, t("dialog.close"))),
  );
}

/**
 * @param {Book} book
 * @param {any} link
 */
function drawLink(book, link) {
  const { t, id } = book.room;
  const shown = book.shown === link.id;
  const turn = () => {
    book.shown = shown ? null : link.id;
    book.redraw();
  };
  const code = `/api/tables/${id}/links/${link.id}/qr.svg`;
  return h(
    "li",
    { key: link.id, class: "link" },
    h("p", null, h("strong", null, t(`links.kind.${link.kind}`)), " ", h("span", { class: "small soft" }, limitsOf(t, link))),
    h("input", {
      id: `link-${link.id}`,
      class: "link-address",
      readonly: true,
      value: link.url,
      "aria-label": t(`links.kind.${link.kind}`),
      onfocus: (/** @type {any} */ event) => event.currentTarget.select(),
    }),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button enamel little", onclick: () => book.copy(link) }, t("links.copy")),
      h("button", { class: "button little", "aria-expanded": shown, onclick: turn }, t("links.code")),
      h("button", { class: "button little", onclick: () => book.revoke(link) }, t("links.revoke")),
    ),
    shown && h("img", { class: "link-code", src: code, alt: t("invite.qr"), width: 168, height: 168 }),
  );
}

/**
 * @param {Book} book
 * @param {any} link
 * @param {string} why
 */
function drawOver({ room }, link, why) {
  const { t } = room;
  return h(
    "li",
    { key: link.id, class: "link small soft" },
    h("p", null, t(`links.kind.${link.kind}`), " · ", t(`links.why.${why}`), " · ", t("links.uses", { count: link.uses })),
  );
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {any} link
 */
function limitsOf(t, { uses, max_uses: most, until }) {
  const came = most === null ? t("links.uses", { count: uses }) : t("links.uses_of", { count: uses, most });
  if (until === null) return came;
  const time = dateWords(until, { dateStyle: "medium", timeStyle: "short" });
  return `${came} · ${t("links.until", { time })}`;
}

/** @param {Book} book */
function drawWish(book) {
  const { t } = book.room;
  const set = (/** @type {any} */ change) => {
    book.wish = { ...book.wish, ...change };
    book.redraw();
  };
  const { kind, uses, span } = book.wish;
  const ask = () => {
    book.asking = true;
    book.redraw();
  };
  if (!book.asking) return h("button", { class: "button", key: "ask", type: "button", onclick: ask }, t("links.new"));
  return h(
    "section",
    { class: "links-wish", key: "wish" },
    h("h3", null, t("links.new")),
    choose({ name: "link-kind", label: t("links.for"), choices: KINDS, value: kind, onChange: (to) => set({ kind: to }), words: (to) => t(`links.kind.${to}`) }),
    choose({ name: "link-uses", label: t("links.people"), choices: USES, value: uses, onChange: (to) => set({ uses: to }), words: (to) => (to ? String(to) : t("links.any")) }),
    choose({ name: "link-span", label: t("links.how_long"), choices: Object.keys(SPANS), value: span, onChange: (to) => set({ span: to }), words: (to) => t(`links.span.${to}`) }),
    h("button", { class: "button lit", type: "button", onclick: () => book.add() }, t("links.make")),
  );
}
