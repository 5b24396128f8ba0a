// @ts-check
/** A text in the languages of the house, written one after the other and seen as readers see it. */
import { choose } from "../lib/form.js";
import { h } from "../lib/h.js";
import { LANGUAGES, LONGEST, seenIn, unwrittenOf, writtenOf } from "./texts.js";
import { listWords } from "../lib/t.js";

export class TextsEditor {
  /**
   * @param {import("./house.js").House} house
   * @param {string} name  tells its fields from those of another one on the page
   */
  constructor(house, name) {
    this.house = house;
    this.name = name;
    /** @type {Record<string, string>} */
    this.texts = {};
    this.language = "en";
    /** Fields are made anew when all texts were replaced. */
    this.edition = 0;
  }

  get written() {
    return writtenOf(this.texts);
  }

  /** English is what everybody gets who has no other. */
  get ready() {
    return "en" in this.written;
  }

  /** @param {Record<string, string>} texts */
  replace(texts) {
    this.texts = texts;
    this.language = "en";
    this.edition += 1;
  }

  /** What is missing, in words; empty when every language has its own. */
  get gaps() {
    const { t } = this.house;
    const missing = unwrittenOf(this.texts).map((language) => t(`admin.language.${language}`));
    return missing.length === 0 ? "" : t("admin.texts.gaps", { languages: listWords(missing) });
  }

  draw() {
    const { house, language } = this;
    const { t } = house;
    const written = this.written;
    const pick = (/** @type {string} */ to) => {
      this.language = to;
      house.draw();
    };
    const words = (/** @type {string} */ one) => `${t(`admin.language.${one}`)}${one in written ? " ✓" : ""}`;
    return h(
      "div",
      { class: "texts", key: `texts ${this.name}` },
      choose({
        name: `language-${this.name}`,
        label: t("admin.texts.language"),
        choices: LANGUAGES,
        value: language,
        onChange: pick,
        words,
      }),
      this.#drawField(),
      this.#drawPreview(),
    );
  }

  #drawField() {
    const { house, language } = this;
    const { t } = house;
    const write = (/** @type {any} */ event) => {
      this.texts = { ...this.texts, [language]: event.currentTarget.value };
      house.draw();
    };
    const fill = (/** @type {HTMLTextAreaElement} */ field) => (field.value = this.texts[language] ?? "");
    return h(
      "label",
      { class: "field", key: `${language} ${this.edition}` },
      h("span", null, t("admin.texts.in", { language: t(`admin.language.${language}`) })),
      h("textarea", { lang: language, rows: 3, maxlength: LONGEST, ref: fill, oninput: write }),
    );
  }

  #drawPreview() {
    const { house, language, texts } = this;
    const { t } = house;
    const seen = seenIn(texts, language);
    const own = language in this.written;
    return h(
      "figure",
      { class: "preview", key: "preview" },
      h("figcaption", { class: "small soft" }, t("admin.texts.preview", { language: t(`admin.language.${language}`) })),
      h(
        "blockquote",
        { class: "house-word", lang: own ? language : "en" },
        seen || h("span", { class: "soft" }, t("admin.texts.nothing")),
      ),
      this.ready && this.gaps && h("p", { class: "small soft" }, this.gaps),
    );
  }
}
