/** What is read of the house when: announcements, maintenance that comes and is there. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.document = { documentElement: { lang: "en" } };
globalThis.navigator ??= { languages: ["en"] };
const { itemsOf, tellsBan, wordsIn } = await import("../../static/js/lib/house_news.js");
const { sentenceFor } = await import("../../static/js/lib/api.js");
const { makeT } = await import("../../static/js/lib/t.js");

const words = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
const t = makeT("en", words);
const NOON = Date.parse("2026-11-30T12:00:00Z");
const MINUTE = 60_000;
const TEA = { id: "n1", texts: { en: "Tea!", th: "ชา!" }, ends_at: "2026-11-30T13:00:00Z" };
const PAINT = { from: "2026-11-30T12:10:00Z", until: "2026-11-30T12:30:00Z", texts: { en: "Paint." } };

const read = (news, now, language = "en") => itemsOf(t, { announcements: [], maintenance: null, ...news }, { now, language });

test("words are in the page's language, else in English", () => {
  assert.equal(wordsIn(TEA.texts, "th"), "ชา!");
  assert.equal(wordsIn(TEA.texts, "ro"), "Tea!");
  assert.equal(wordsIn({}, "ro"), "");
});

test("an announcement is read until its end", () => {
  assert.deepEqual(read({ announcements: [TEA] }, NOON), [{ id: "n1", text: "Tea!" }]);
  assert.deepEqual(read({ announcements: [TEA] }, NOON + 60 * MINUTE), []);
});

test("minutes are counted down until maintenance is there, and it is put away apart from that", () => {
  const [coming] = read({ maintenance: PAINT }, NOON);
  assert.match(coming.text, /^In 10 minutes .* Paint\.$/);
  assert.match(read({ maintenance: PAINT }, NOON + 9 * MINUTE + 1)[0].text, /^In 1 minute /);
  const [here] = read({ maintenance: PAINT }, NOON + 10 * MINUTE);
  assert.match(here.text, /^No new tables just now\. .*Until .*Paint\.$/);
  assert.notEqual(here.id, coming.id);
  assert.deepEqual(read({ maintenance: PAINT }, NOON + 30 * MINUTE), []);
});

test("maintenance comes first, and without an end it has none", () => {
  const items = read({ announcements: [TEA], maintenance: { ...PAINT, until: null } }, NOON + 99 * MINUTE - 50 * MINUTE);
  assert.deepEqual(items.map(({ id }) => id), ["here 2026-11-30T12:10:00Z", "n1"]);
  assert.doesNotMatch(items[0].text, /Until/);
});

test("refusals of one code have sentences of their own", () => {
  const refused = (code, detail) => sentenceFor(t, Object.assign(new Error("as the server says"), { code, detail }));
  assert.match(refused("unavailable", { maintenance: true }), /looked after/);
  assert.match(refused("forbidden", { resting: "gnav" }), /^This game rests/);
  assert.match(refused("forbidden", { muted_until: null, why: "Rude." }), /Rude\.$/);
  assert.equal(refused("forbidden", {}), words["error.forbidden"]);
  assert.equal(refused("strange", undefined), "as the server says");
});

test("a ban is told by an error that answers nothing", () => {
  const error = { code: "forbidden", detail: { banned_until: null, why: "Rude." } };
  assert.equal(tellsBan({ type: "error", ref: null, error }), true);
  assert.equal(tellsBan({ type: "error", ref: "a1", error }), false);
  assert.equal(tellsBan({ type: "error", ref: null, error: { code: "forbidden", detail: {} } }), false);
  assert.equal(tellsBan({ type: "bye", reason: "closed" }), false);
});
