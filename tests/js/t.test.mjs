import assert from "node:assert/strict";
import { test } from "node:test";
import { regionOf } from "../../static/js/lib/dates.js";
import { listWords, makeT } from "../../static/js/lib/t.js";

const WORDS = {
  plain: "Ada waits.",
  place: "{name} waits.",
  many: { one: "{count} card of {total}", other: "{count} cards of {total}" },
};

test("places are filled, numbers written as the language writes them", () => {
  const t = makeT("en", WORDS);
  assert.equal(t("plain"), "Ada waits.");
  assert.equal(t("place", { name: "Ben" }), "Ben waits.");
  assert.equal(t("many", { count: 1200, total: 3 }), "1,200 cards of 3");
});

test("lists are joined as the page's language joins them", (context) => {
  const speak = (lang) => {
    globalThis.document = { documentElement: { lang } };
  };
  context.after(() => delete globalThis.document);
  speak("fr");
  assert.equal(listWords(["Ada", "Bo"]), "Ada et Bo");
  speak("en");
  assert.equal(listWords(["Ada", "Bo"]), "Ada and Bo");
  assert.equal(listWords(["2 whole", "1 skim"], "unit"), "2 whole, 1 skim");
  speak("th");
  assert.equal(listWords(["Ada", "Bo"]), "Ada และ Bo");
  assert.equal(listWords(["Ada", "Bo", "Cleo", "Dan"]), "Ada, Bo, Cleo และ Dan");
  assert.equal(listWords(["2 whole", "1 skim", "1 chocolate"], "unit"), "2 whole, 1 skim และ 1 chocolate");
});

test("the plural's category is the language's", () => {
  assert.equal(makeT("en", WORDS)("many", { count: 1, total: 2 }), "1 card of 2");
  const romanian = { drew: { one: "o carte", few: "{count} cărți", other: "{count} de cărți" } };
  const t = makeT("ro", romanian);
  assert.deepEqual(
    [1, 2, 19, 20, 101].map((count) => t("drew", { count })),
    ["o carte", "2 cărți", "19 cărți", "20 de cărți", "101 cărți"],
  );
});

test("a category without words falls back on other", () => {
  assert.equal(makeT("fr", { km: { one: "un", other: "des" } })("km", { count: 1_000_000 }), "des");
});

test("a key without words is shown, and what a place lacks stays", () => {
  const t = makeT("en", WORDS);
  assert.equal(t("nowhere"), "nowhere");
  assert.equal(t("place"), "{name} waits.");
});

test("what is put in is not read again", () => {
  assert.equal(makeT("en", WORDS)("place", { name: "{name} $& $1" }), "{name} $& $1 waits.");
});

test("dates are written as at home, in the language of the page", () => {
  assert.equal(regionOf("en", ["en-GB", "en"]), "en-GB");
  assert.equal(regionOf("en", ["fr-FR", "en-IE"]), "en-IE");
  assert.equal(regionOf("fr", ["en-GB"]), "fr");
  assert.equal(regionOf("ro", []), "ro");
});
