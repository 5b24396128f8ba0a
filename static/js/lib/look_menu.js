// @ts-check
/** "Language and look": chosen in one small dialog on every page, and true at once. */
import { call, sentenceFor } from "./api.js";
import { ask } from "./dialog.js";
import { h } from "./h.js";
import { settled } from "./layers.js";
import { chooseLook, chosenLook, LOOKS } from "./look.js";
import { bootData, toast } from "./page.js";
import { loadT } from "./t.js";

/** @typedef {import("./t.js").Translate} Translate */
/** @typedef {(t: Translate) => void} Speak  the page goes on in these words */

const GLOBE = "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM2 6h12M2 10h12M8 1.8c-3.4 3.4-3.4 9 0 12.4 3.4-3.4 3.4-9 0-12.4Z";

/**
 * The way in, for a bar that scripts draw.
 * @param {Translate} t
 * @param {Speak | null} speak  null where the page has to be fetched in another language
 */
export function drawLookOpener(t, speak) {
  const words = t("look.title");
  return h(
    "button",
    {
      class: "button slight little look-opener",
      key: "look",
      type: "button",
      "aria-label": words,
      "aria-haspopup": "dialog",
      title: words,
      onclick: () => openLook(t, speak),
    },
    h("svg", { viewBox: "0 0 16 16", width: 20, height: 20, "aria-hidden": "true" }, h("path", { d: GLOBE })),
  );
}

/**
 * @param {Translate} t
 * @param {Speak | null} speak
 */
export async function openLook(t, speak) {
  const menu = new LookMenu(t, speak);
  const changed = await ask(() => menu.t("look.title"), (answer, redraw) => menu.draw(answer, redraw));
  if (!changed) return;
  await settled(); // the dialog's step in the history: on its way back it would stop the reload
  location.reload();
}

class LookMenu {
  /**
   * @param {Translate} t
   * @param {Speak | null} speak
   */
  constructor(t, speak) {
    this.t = t;
    this.speak = speak;
    this.busy = false;
    /** What was chosen last, while the page still learns another. @type {string | null} */
    this.wanted = null;
    /** Each language by its own name. @type {Record<string, string>} */
    this.languages = bootData().languages;
  }

  /**
   * @param {(value: any) => void} answer
   * @param {() => void} redraw
   */
  draw(answer, redraw) {
    const { t } = this;
    return h(
      "div",
      { class: "look-menu" },
      h("h2", null, t("look.title")),
      this.#drawGroup("look.language", Object.keys(this.languages).map((code) => this.#drawLanguage(code, answer, redraw))),
      this.#drawGroup("look.look", LOOKS.map((look) => this.#drawLook(look, redraw))),
      h("div", { class: "row" }, h("button", { class: "button lit", type: "button", onclick: () => answer(null) }, t("look.done"))),
    );
  }

  /** @param {string} key @param {any[]} choices */
  #drawGroup(key, choices) {
    return h(
      "div",
      { class: "look-group", role: "group", "aria-labelledby": key },
      h("h3", { id: key, class: "small soft" }, this.t(key)),
      h("div", { class: "look-choices" }, choices),
    );
  }

  /**
   * @param {string} code
   * @param {(value: any) => void} answer
   * @param {() => void} redraw
   */
  #drawLanguage(code, answer, redraw) {
    const chosen = document.documentElement.lang === code;
    const choose = () => void this.#read(code, answer, redraw);
    return h(
      "button",
      { class: "look-choice", key: code, type: "button", lang: code, "aria-pressed": chosen, autofocus: chosen, onclick: choose },
      this.languages[code],
    );
  }

  /** @param {string} look @param {() => void} redraw */
  #drawLook(look, redraw) {
    const choose = () => {
      chooseLook(look);
      redraw();
    };
    return h(
      "button",
      { class: "look-choice", key: look, type: "button", "aria-pressed": chosenLook() === look, onclick: choose },
      h("span", { class: `look-swatch ${look}`, "aria-hidden": "true" }),
      this.t(`look.theme.${look}`),
    );
  }

  /**
   * The server is told first, so that whatever the page fetches then is in that language too. It is
   * told of the page's own language as well: another tab may have chosen another one since.
   * @param {string} code
   * @param {(value: any) => void} answer
   * @param {() => void} redraw
   */
  async #read(code, answer, redraw) {
    this.wanted = code;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted !== null) await this.#learn(this.#takeWanted(), answer, redraw);
    } catch (problem) {
      this.wanted = null;
      toast(sentenceFor(this.t, problem));
    } finally {
      this.busy = false;
    }
  }

  #takeWanted() {
    const code = /** @type {string} */ (this.wanted);
    this.wanted = null;
    return code;
  }

  /**
   * @param {string} code
   * @param {(value: any) => void} answer
   * @param {() => void} redraw
   */
  async #learn(code, answer, redraw) {
    await call("PATCH", "/api/me", { language: code });
    if (this.wanted !== null || code === document.documentElement.lang) return;
    if (this.speak === null) return answer(true);
    this.t = await loadT(code, bootData().words);
    document.documentElement.lang = code;
    wordPage(this.t);
    this.speak(this.t);
    redraw();
  }
}

/** What the server drew around the part that scripts draw. @param {Translate} t */
function wordPage(t) {
  for (const place of document.querySelectorAll("[data-words]")) {
    place.textContent = t(place.getAttribute("data-words") ?? "");
  }
  for (const place of document.querySelectorAll("body > [data-label]")) {
    place.setAttribute("aria-label", t(place.getAttribute("data-label") ?? ""));
  }
}
