// @ts-check
/** That I was warned about something I wrote: told on every page until I say that I understand. */
import { call, sentenceFor } from "./api.js";
import { dateWords } from "./dates.js";
import { h, render } from "./h.js";
import { toast } from "./page.js";

/** @typedef {import("./t.js").Translate} Translate */
/** @typedef {{id: string, text: string | null, phrase: string | null, at: string}} Caution */

/**
 * What I am told: when, and about which words, as long as those are kept.
 * @param {Translate} t
 * @param {Caution} caution
 */
export function cautionWords(t, { text, phrase, at }) {
  const words = text ?? (phrase === null ? null : t(`phrase.${phrase}`));
  const time = dateWords(at, { dateStyle: "medium", timeStyle: "short" });
  return words === null ? t("caution.text.gone", { time }) : t("caution.text", { time, words });
}

export class Cautions {
  /**
   * @param {Translate} t
   * @param {Caution[]} cautions  as the server put them into the page
   */
  constructor(t, cautions) {
    this.t = t;
    this.place = document.getElementById("cautions");
    /** What is being sent. @type {Set<string>} */
    this.sending = new Set();
    this.learn(cautions);
  }

  /** @param {Caution[]} cautions  all that wait */
  learn(cautions) {
    this.waiting = cautions;
    this.draw();
  }

  draw() {
    if (this.place === null) return;
    render((this.waiting ?? []).map((caution) => this.#drawOne(caution)), this.place);
    this.place.hidden = this.waiting?.length === 0;
    document.body.classList.toggle("with-cautions", !this.place.hidden);
  }

  /** @param {Caution} caution */
  #drawOne(caution) {
    const { t } = this;
    return h(
      "div",
      { class: "caution", key: caution.id },
      h(
        "div",
        null,
        h("h2", null, t("caution.title")),
        h("p", null, cautionWords(t, caution)),
        h("p", null, t("caution.please")),
      ),
      h(
        "button",
        {
          class: "button lit",
          type: "button",
          disabled: this.sending.has(caution.id),
          onclick: () => void this.#understand(caution.id),
        },
        t("caution.understood"),
      ),
    );
  }

  /** @param {string} id */
  async #understand(id) {
    this.sending.add(id);
    this.draw();
    try {
      const me = await call("POST", `/api/me/cautions/${encodeURIComponent(id)}/understood`);
      this.sending.delete(id);
      this.learn(me.cautions);
      if (this.place?.hidden) this.#leadOn();
    } catch (problem) {
      this.sending.delete(id);
      toast(sentenceFor(this.t, problem));
      this.draw();
    }
  }

  /** The button that had the focus is gone: keys go on where the page begins. */
  #leadOn() {
    const main = document.getElementById("main");
    if (main === null || document.activeElement !== document.body) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }
}
