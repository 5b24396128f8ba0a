// What the dashboard's pages about people say, without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { agentOf } from "../../static/js/admin/agents.js";
import { linesOf, reasonOf, wordsOf } from "../../static/js/admin/cases.js";
import { endOf, fieldOf, holds, phaseOf, timeOf } from "../../static/js/admin/ends.js";
import { obstacleOf, previewOf } from "../../static/js/admin/merging.js";
import { parseNetwork, reachOf } from "../../static/js/admin/networks.js";
import { seenIn, unwrittenOf, writtenOf } from "../../static/js/admin/texts.js";

globalThis.document = { documentElement: { lang: "en" } };
const { DEEDS, daysOf, detailsOf, sentenceOf, textsOf } = await import("../../static/js/admin/sentences.js");
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

const file = (id, { count = 0, ...more } = {}) => ({ player: { id, name: id.toUpperCase(), tables: count }, sessions: [], tables: [], bans: [], ...more });

test("a merge tells what moves, and that it is for good", () => {
  const over = { until: "2026-12-01T11:00:00Z", lifted_at: null };
  const from = file("ann", { count: 22, sessions: [{ id: "s" }], bans: [over] });
  const keys = previewOf(from, file("bea"), NOON).map(({ key }) => key);
  assert.deepEqual(keys, ["admin.merge.tables", "admin.merge.sessions", "admin.merge.name", "admin.merge.for_good"]);
  for (const { key, parameters } of previewOf(from, file("bea"), NOON)) assert.doesNotMatch(t(key, parameters), /admin\.|\{/);
});

test("nobody is merged into themselves, nor with whom they sit at a table that goes on", () => {
  const at = (state) => ({ tables: [{ id: "t1", state }] });
  assert.equal(obstacleOf(file("ann"), file("ann")), "same");
  assert.equal(obstacleOf(file("ann", at("playing")), file("bea", at("playing"))), "shared");
  assert.equal(obstacleOf(file("ann", at("playing")), file("bea")), null);
  assert.equal(obstacleOf(file("ann", at("open")), file("bea", at("open"))), "shared");
  for (const over of ["finished", "abandoned"])
    assert.equal(obstacleOf(file("ann", at(over)), file("bea", at(over))), null);
});

test("an announcement goes out in the languages it was written in, English for all others", () => {
  const texts = { en: "Soup is on. ", fr: "", ro: "Supa e gata." };
  assert.deepEqual(writtenOf(texts), { en: "Soup is on.", ro: "Supa e gata." });
  assert.deepEqual(["ro", "th"].map((language) => seenIn(texts, language)), ["Supa e gata.", "Soup is on."]);
  assert.deepEqual(unwrittenOf(texts), ["fr", "th"]);
});

const ADA = { id: "a", name: "Ada" };
const NAMES = { p: "Bob", q: "Cy", x: "Dee" };
const entry = (deed, target, detail = {}, admin = ADA) => ({ number: 1, at: "2026-12-01T12:00:00Z", admin, deed, target, why: "", detail, names: NAMES });

test("every deed has a sentence of its own, and can be looked for", () => {
  const deedsOf = (file, name) => {
    const source = readFileSync(new URL(`../../app/tables/${file}.py`, import.meta.url), "utf8");
    return [...source.split(`${name} = Literal[`)[1].split("]")[0].matchAll(/"(\w+)"/g)].map(([, deed]) => deed);
  };
  const deeds = [...deedsOf("admins", "Deed"), ...deedsOf("staff", "OwnDeed")].filter((deed) => deed !== "look");
  assert.ok(deeds.length > 15);
  assert.deepEqual(deeds.filter((deed) => words[`admin.audit.deed.${deed}`] === undefined), []);
  assert.deepEqual(deeds.filter((deed) => !DEEDS.includes(deed)), []);
});

test("the log reads like a letter", () => {
  const told = [
    entry("ban", { kind: "player", id: "p" }, { ban: "b", until: null }),
    entry("ban", { kind: "ban", id: "b" }, { network: "203.0.113.0/24", until: null }),
    entry("lift_ban", { kind: "ban", id: "b" }, { kind: "mute", player: "p", network: null }),
    entry("rename_player", { kind: "player", id: "p" }, { name: "Bob", before: "Bobby" }),
    entry("repair_table", { kind: "table", id: "t1" }, { kind: "wake" }),
    entry("switch_game", { kind: "game", id: "gnav" }, { resting: true }),
    entry("judge_report", { kind: "report", id: "r" }, { verdict: "muted", player: "p" }),
    entry("announce", { kind: "announcement", id: "n" }, { on: false }),
    entry("hire", { kind: "admin", id: "x" }, { name: "Dee", role: "moderator" }, null),
    entry("polish", null),
  ].map((one) => sentenceOf(t, one));
  assert.deepEqual(told, [
    "Ada banned the player Bob.",
    "Ada banned 203.0.113.0/24.",
    "Ada lets Bob write again.",
    "Ada renamed the player Bob.",
    "Ada woke the table t1.",
    "Ada lets Gnav rest.",
    "Ada muted Bob after a report.",
    "Ada withdrew an announcement.",
    "The command line hired Dee as moderator.",
    "Ada did “polish” to the house.",
  ]);
});

test("what the sentence leaves out stands below it, people by their names", () => {
  const said = (deed, target, detail) => detailsOf(t, entry(deed, target, detail)).map(({ label, words: value }) => `${label}: ${value}`);
  const player = { kind: "player", id: "p" };
  assert.deepEqual(said("ban", player, { ban: "b", until: null, sockets: 2, glass: false }), ["Until: for good", "sockets: 2", "glass: no"]);
  assert.deepEqual(said("merge_players", player, { into: "q" }), ["Into: Cy"]);
  assert.deepEqual(said("judge_report", { kind: "report", id: "r" }, { verdict: "warned", player: "p" }), []);
  assert.deepEqual(said("switch_game", { kind: "game", id: "gnav" }, { levels: { easy: false, hard: true } }), ["Bots: easy: no, hard: yes"]);
  const house = { kind: "maintenance", id: "maintenance" };
  assert.deepEqual(said("maintain", house, { on: true, texts: { en: "Soup", ro: "Supă" }, until: null }), []);
  assert.deepEqual(said("repair_table", { kind: "table", id: "t" }, { kind: "stand_in", seat: 0, seq: 3 }), ["Seat: 1", "Position: 3"]);
});

test("what was written for everybody stands by language, in their order", () => {
  const told = entry("announce", null, { texts: { ro: "Supă", en: "Soup" }, levels: { easy: true }, until: "2026-12-02" });
  assert.deepEqual(textsOf(t, told), [
    { language: "en", label: "English", text: "Soup" },
    { language: "ro", label: "Romanian", text: "Supă" },
  ]);
});

test("entries lie under their days, in their order", () => {
  const at = (time) => ({ ...entry("prove", null), at: time });
  const days = daysOf([at("2026-12-02T12:00:00Z"), at("2026-12-01T12:30:00Z"), at("2026-12-01T12:00:00Z")]);
  assert.deepEqual(days.map(({ entries }) => entries.length), [1, 2]);
});

test("a report has its lines in their order, and the words of who reported it", () => {
  const line = (id, text, phrase = null) => ({ id, text, phrase });
  const report = { before: [line("1", null, "hello")], line: line("2", "Soup!"), after: [line("3", "Well")] };
  assert.deepEqual(linesOf(report).map((one) => wordsOf(t, one)), ["Hello!", "Soup!", "Well"]);
  assert.deepEqual(reasonOf(t, "rude"), { reason: "rude or hurtful", more: "" });
  assert.deepEqual(reasonOf(t, "rude: again: and again"), { reason: "rude or hurtful", more: "again: and again" });
  assert.deepEqual(reasonOf(t, "He cheats"), { reason: "something else", more: "He cheats" });
});

test("a browser is told by two words", () => {
  const told = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
    "curl/8.9",
  ].map((agent) => Object.values(agentOf(agent)).join(" on "));
  assert.deepEqual(told, ["Edge on Windows", "Firefox on Linux", "Safari on iPhone", " on "]);
});
