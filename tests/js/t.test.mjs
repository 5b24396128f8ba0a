import assert from "node:assert/strict";
import { test } from "node:test";
import { dateIn, regionOf, unitWords } from "../../static/js/lib/dates.js";
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

test("a number in a date stays in one line with its word, and French counts the first day", () => {
  const day = (region, date) => dateIn(region, `${date}T12:00:00Z`, { dateStyle: "medium", timeZone: "UTC" });
  assert.equal(day("en-GB", "2026-12-07"), "7\u00a0Dec\u00a02026");
  assert.equal(day("fr", "2026-12-01"), "1er\u00a0déc.\u00a02026");
  assert.equal(day("fr", "2026-12-11"), "11\u00a0déc.\u00a02026");
  const full = dateIn("en-US", "2026-12-07T14:51:00Z", { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
  assert.equal(full, "Monday, December\u00a07, 2026 at 2:51\u00a0PM");
  const thai = dateIn("th", "2026-12-07T12:00:00Z", { dateStyle: "full", timeZone: "UTC" });
  assert.match(thai, /^วันจันทร์\u2060ที่\u00a07\u00a0ธันวาคม พ.ศ.\u00a02569$/);
});

test("a countdown names its units", () => {
  assert.equal(unitWords("fr", 891).replaceAll(/\s/g, " "), "14 min 51 s");
  assert.equal(unitWords("en", 3600.2), "1\u00a0hr 1\u00a0sec");
  assert.equal(unitWords("en", 61), "1\u00a0min\u00a01\u00a0sec");
  assert.equal(unitWords("en", -1), "0\u00a0sec");
});
