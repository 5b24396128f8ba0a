// What the dashboard's pages about people say, without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { endOf, fieldOf, holds, phaseOf, timeOf } from "../../static/js/admin/ends.js";
import { obstacleOf, previewOf } from "../../static/js/admin/merging.js";
import { parseNetwork, reachOf } from "../../static/js/admin/networks.js";
import { seenIn, unwrittenOf, writtenOf } from "../../static/js/admin/texts.js";

globalThis.document = { documentElement: { lang: "en" } };
const { detailsOf, sentenceOf } = await import("../../static/js/admin/sentences.js");
const { makeT } = await import("../../static/js/lib/t.js");
const words = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
const t = makeT("en", words);
const NOON = Date.parse("2026-12-01T12:00:00Z");

test("an end is a span from now, a day that comes, or never; without a day there is none yet", () => {
  assert.equal(endOf({ end: "hour" }, NOON), "2026-12-01T13:00:00.000Z");
  assert.equal(endOf({ end: "quarter" }, NOON), "2027-03-01T12:00:00.000Z");
  assert.equal(endOf({ end: "never" }, NOON), null);
  assert.equal(endOf({ end: "date", date: "2026-12-02T12:00Z" }, NOON), "2026-12-02T12:00:00.000Z");
  assert.equal(endOf({ end: "date", date: "2026-11-30T12:00Z" }, NOON), undefined);
  assert.equal(endOf({ end: "date" }, NOON), undefined);
});

test("a time goes into a field and comes back as it was", () => {
  assert.equal(timeOf(fieldOf("2026-12-24T18:30:00Z")), "2026-12-24T18:30:00.000Z");
  assert.equal(fieldOf(null), "");
  assert.equal(timeOf(""), null);
});

test("a stretch is coming, running or over; a ban holds until its end or until it is lifted", () => {
  const stretch = (from, until) => ({ starts_at: `2026-12-01T${from}:00Z`, ends_at: `2026-12-01T${until}:00Z` });
  assert.deepEqual(["13:00 14:00", "12:00 13:00", "10:00 12:00"].map((text) => phaseOf(stretch(...text.split(" ")), NOON)), ["coming", "running", "over"]);
  assert.deepEqual(
    [{ until: null }, { until: "2026-12-01T12:00:01Z" }, { until: "2026-12-01T12:00:00Z" }, { until: null, lifted_at: "2026-12-01T11:00:00Z" }].map((ban) => holds(ban, NOON)),
    [true, true, false, false],
  );
});

const NETWORKS = [
  ["203.0.113.7", 4, 32],
  ["203.0.113.0/24", 4, 24],
  [" 2001:db8::/32 ", 6, 32],
  ["::1", 6, 128],
];
for (const [text, kind, prefix] of NETWORKS)
  test(`${text} is a network`, () => assert.deepEqual(parseNetwork(text), { kind, prefix }));
for (const text of ["", "kitchen", "1.2.3", "1.2.3.256", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/8/8", "2001:db8::/129", "1:2"])
  test(`"${text}" is no network`, () => assert.equal(parseNetwork(text), null));

test("a ban says whom it meets, and covers no more than it may", () => {
  const said = ["203.0.113.7", "203.0.113.0/24", "10.0.0.0/8", "2001:db8::/56", "2001:db8::1", "2001:db8::/31", "x"].map((text) => {
    const { key, parameters, ok } = reachOf(text);
    return [t(key, parameters), ok];
  });
  assert.deepEqual(said, [
    ["One address.", true],
    ["256 addresses.", true],
    ["Too wide: /16 is the widest.", false],
    ["256 households.", true],
    ["One household.", true],
    ["Too wide: /32 is the widest.", false],
    ["Write an address, or a range like 203.0.113.0/24.", false],
  ]);
});

const file = (id, more = {}) => ({ player: { id, name: id.toUpperCase(), kind: "guest" }, sessions: [], tables: [], bans: [], reports: [], ...more });

test("a merge tells what moves, and that it is for good", () => {
  const from = file("ann", { tables: [{ id: "t1" }, { id: "t2" }], sessions: [{ id: "s" }] });
  const keys = previewOf(from, file("bea")).map(({ key }) => key);
  assert.deepEqual(keys, ["admin.merge.tables", "admin.merge.sessions", "admin.merge.name", "admin.merge.for_good"]);
  for (const { key, parameters } of previewOf(from, file("bea"))) assert.doesNotMatch(t(key, parameters), /admin\.|\{/);
});

test("nobody is merged into themselves, nor with whom they sat at one table", () => {
  const table = { tables: [{ id: "t1" }] };
  assert.equal(obstacleOf(file("ann"), file("ann")), "same");
  assert.equal(obstacleOf(file("ann", table), file("bea", table)), "shared");
  assert.equal(obstacleOf(file("ann", table), file("bea")), null);
});

test("an announcement goes out in the languages it was written in, English for all others", () => {
  const texts = { en: "Soup is on. ", fr: "", ro: "Supa e gata." };
  assert.deepEqual(writtenOf(texts), { en: "Soup is on.", ro: "Supa e gata." });
  assert.deepEqual(["ro", "th"].map((language) => seenIn(texts, language)), ["Supa e gata.", "Soup is on."]);
  assert.deepEqual(unwrittenOf(texts), ["fr", "th"]);
});

const ADA = { id: "a", name: "Ada" };
const entry = (deed, target, detail = {}, admin = ADA) => ({ number: 1, at: "2026-12-01T12:00:00Z", admin, deed, target, why: "", detail });

test("every deed of staff has a sentence of its own", () => {
  const source = readFileSync(new URL("../../app/tables/admins.py", import.meta.url), "utf8");
  const deeds = [...source.split("Deed = Literal[")[1].split("]")[0].matchAll(/"(\w+)"/g)].map(([, deed]) => deed);
  assert.ok(deeds.length > 15);
  const silent = deeds.filter((deed) => deed !== "look" && words[`admin.audit.deed.${deed}`] === undefined);
  assert.deepEqual(silent, []);
});

test("the log reads like a letter", () => {
  const told = [
    entry("ban", { kind: "player", id: "p" }, { name: "Bob", until: null }),
    entry("repair_table", { kind: "table", id: "t1" }, { kind: "wake" }),
    entry("switch_game", { kind: "game", id: "gnav" }, { resting: true }),
    entry("hire", { kind: "admin", id: "x" }, { name: "Cy", role: "moderator" }, null),
    entry("polish", null),
  ].map((one) => sentenceOf(t, one));
  assert.deepEqual(told, [
    "Ada banned the player Bob.",
    "Ada woke the table t1.",
    "Ada lets Gnav rest.",
    "The command line hired Cy as moderator.",
    "Ada did “polish” to the house.",
  ]);
});

test("what the sentence leaves out stands below it", () => {
  const told = detailsOf(t, { name: "Bob", until: null, sockets: 2, glass: false, odd: { a: 1 } }).map(({ label, words: said }) => `${label}: ${said}`);
  assert.deepEqual(told, ["Until: for good", "sockets: 2", "glass: no", 'odd: {"a":1}']);
});
