// @ts-check
/** "Continue on another device": a link that is like a key to the own seat, to scan or to copy. */
import { call, sentenceFor } from "../lib/api.js";
import { copyFrom } from "../lib/clipboard.js";
import { dateWords } from "../lib/dates.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { drawLoopback, isLoopback } from "./invite.js";
import { pictureOf } from "../lib/picture.js";

const FIELD = "way-back";

/** @param {import("../table.js").Room} room */
export function openPhone(room) {
  const key = new Key(room);
  void key.make();
  return ask(room.t("phone.title"), (answer, redraw) => {
    key.redraw = redraw;
    return drawKey(key, answer);
  });
}

class Key {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** @type {{url: string, until: string, qr: string} | null} */
    this.made = null;
    /** What just happened, in words. */
    this.word = "";
    this.redraw = () => {};
  }

  async make() {
    await this.#try(async () => {
      this.made = await call("POST", "/api/me/recovery", { table: this.room.id });
      this.word = "";
    });
  }

  /** All such links that were made before are good for nothing any more. */
  async revoke() {
    await this.#try(async () => {
      await call("DELETE", "/api/me/recovery");
      this.made = null;
      this.word = this.room.t("phone.revoked");
    });
  }

  async copy() {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(FIELD));
    this.word = this.room.t((await copyFrom(field)) ? "phone.copied" : "invite.copy_by_hand");
    this.redraw();
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
 * @param {Key} key
 * @param {(value: any) => void} answer
 */
function drawKey(key, answer) {
  const { t } = key.room;
  return h(
    "div",
    { class: "phone" },
    h("h2", null, t("phone.title")),
    h("p", null, t("phone.text")),
    key.made ? drawMade(key, key.made) : null,
    h("p", { class: "small", role: "status" }, key.word),
    h(
      "div",
      { class: "row" },
      key.made
        ? h("button", { class: "button", onclick: () => key.revoke() }, t("phone.revoke"))
        : h("button", { class: "button lit", onclick: () => key.make() }, t("phone.again")),
      h("button", { class: "button", onclick: () => answer(null) }, t("dialog.close")),
    ),
  );
}

/**
 * @param {Key} key
 * @param {{url: string, until: string, qr: string}} made
 */
function drawMade(key, { url, until, qr }) {
  const { t } = key.room;
  const day = dateWords(until, { dateStyle: "long" });
  return h(
    "div",
    { class: "phone-key", key: url },
    h("p", { class: "note small" }, t("phone.warning", { day })),
    isLoopback(new URL(url).hostname) ? drawLoopback(t, url, "phone.loopback") : null,
    h("div", {
      class: "phone-code",
      key: "code",
      role: "img",
      "aria-label": t("phone.qr"),
      opaque: true,
      ref: (/** @type {Element} */ place) => place.append(pictureOf(qr)),
    }),
    h(
      "label",
      { class: "field" },
      h("span", null, t("phone.link")),
      h("input", {
        id: FIELD,
        readonly: true,
        value: url,
        onfocus: (/** @type {any} */ event) => event.currentTarget.select(),
      }),
    ),
    h("button", { class: "button enamel", onclick: () => key.copy() }, t("invite.copy")),
  );
}
