import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decimalsOf, figure, PERCENT, percent, withUnit } from "../../static/js/admin/figures.js";
import { History, Recent } from "../../static/js/admin/history.js";
import { Listing } from "../../static/js/admin/listing.js";
import { areaOf, frameOf, lineOf, nearest, roundTop, stretches } from "../../static/js/admin/plot.js";
import { repairsFor } from "../../static/js/admin/repairs.js";
import { refusalWords } from "../../static/js/admin/refusal.js";
import { drawShell } from "../../static/js/admin/shell.js";
import { drawTiles } from "../../static/js/admin/tiles.js";
import { seatWords, violationWords } from "../../static/js/admin/table_words.js";
import { makeT } from "../../static/js/lib/t.js";

const WORDS = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
const t = makeT("en", WORDS);

/** Points a minute apart from noon on, one for each value. */
const minutes = (values, first = 0) =>
  values.map((value, index) => ({ at: new Date(Date.UTC(2026, 10, 30, 12, first + index)).toISOString(), value }));

test("a scale ends at a round number above the highest value", () => {
  const tops = [0, 0.3, 1, 3, 7.2, 9, 41, 78, 100, 101, 1234].map(roundTop);
  assert.deepEqual(tops, [1, 0.4, 1, 4, 8, 10, 50, 80, 100, 200, 2000]);
});

test("a line has a gap where nothing was measured", () => {
  const points = minutes([4, 2, null, 0, 4]);
  const frame = frameOf(points, ["value"], 60);
  assert.equal(frame.top, 4);
  assert.deepEqual(stretches(frame, points, "value").map((one) => one.length), [2, 2]);
  assert.equal(lineOf(frame, points, "value"), "M0 0L25 50M75 100L100 0");
  assert.equal(areaOf(frame, points, "value"), "M0 100L0 0L25 50L25 100ZM75 100L75 100L100 0L100 100Z");
  assert.equal(lineOf(frame, minutes([null, 4, null]), "value"), "M25 0h0.4");
});

test("the point nearest to a place is read, whatever lies beside the picture", () => {
  const points = minutes([1, 2, 3, 4, 5]);
  const frame = frameOf(points, ["value"], 60);
  assert.deepEqual([-1, 0, 0.1, 0.2, 0.5, 0.9, 2].map((share) => nearest(frame, points, share)), [0, 0, 0, 1, 2, 4, 4]);
});

test("a new minute pushes the oldest out of the hour; a missed one has all of it fetched", async () => {
  const asked = [];
  const history = new History(async (path) => {
    asked.push(path);
    return { step_s: 60, points: minutes([1, 2, 3]) };
  });
  assert.equal(history.add(minutes([9])[0]), true);
  await history.fetch();
  const [next] = minutes([4], 3);
  assert.equal(history.add(next), false);
  assert.deepEqual(history.points.map(({ value }) => value), [2, 3, 4]);
  assert.equal(history.add(next), false);
  assert.deepEqual(history.points.map(({ value }) => value), [2, 3, 4]);
  assert.equal(history.add(minutes([6], 5)[0]), true);
  assert.deepEqual(asked, ["/api/admin/statistics?span=hour"]);
});

test("a day's picture is fetched anew once a whole step has passed", async () => {
  const history = new History(async () => ({ step_s: 600, points: minutes([1]) }));
  await history.fetch("day");
  assert.equal(history.add(minutes([2], 4)[0]), false);
  assert.equal(history.add(minutes([2], 5)[0]), true);
});

test("of two spans asked for, the later one is shown", async () => {
  const waiting = [];
  const history = new History((path) => new Promise((done) => waiting.push([path, done])));
  const both = [history.fetch("hour"), history.fetch("day")];
  waiting[1][1]({ step_s: 600, points: minutes([7]) });
  waiting[0][1]({ step_s: 60, points: minutes([1]) });
  await Promise.all(both);
  assert.equal(history.step, 600);
  assert.equal(history.points[0].value, 7);
});

test("small lines keep the last values, the newest at the right, once they are half of all", () => {
  const recent = new Recent(3);
  assert.equal(recent.line("people"), "");
  recent.add("people", 8);
  assert.equal(recent.line("people"), "");
  recent.add("people", 4);
  assert.match(recent.line("people"), /^M50\.0 .*L100\.0 /);
  for (const value of [null, 2, 0]) recent.add("people", value);
  assert.match(recent.line("people"), /^M0\.0 .*L50\.0 .*L100\.0 100\.0$/);
  assert.equal(recent.grew("people"), false);
  recent.add("people", 5);
  assert.equal(recent.grew("people"), true);
});

test("a line stands beside each number that moved for long enough", () => {
  const recent = new Recent(2);
  recent.add("people", 3);
  const now = {
    people: 3, watchers: 0, tables: {}, sockets: {}, liveness: {}, moves_a_second: 0, latency_ms: { p50: null, p99: null },
    lag_ms: {}, errors: 0, refusals: {}, memory_mb: 9, cpu: 0.1, workers: {}, database: {}, bus: {}, uptime_s: 1, version: "1",
  };
  const tiles = JSON.stringify(drawTiles(t, now, recent).children.map(({ key, children }) => [key, children[1].children.length]));
  assert.match(tiles, /\["people",2\],\["tables",1\]/);
});

/** A house that answers from a list of pages by what comes before them. */
function listing(pages) {
  const asked = [];
  const house = {
    draw() {},
    get: async (path) => {
      asked.push(path);
      return pages[new URL(path, "http://house").searchParams.get("before") ?? ""];
    },
  };
  return { asked, list: new Listing(house, "/api/admin/tables", "tables") };
}

test("a list is read on page by page, and from the beginning when something else is asked", async () => {
  const { asked, list } = listing({ "": { tables: [1, 2], before: "2" }, 2: { tables: [3], before: null } });
  await list.ask({ q: "ada", game: "" });
  await list.more();
  assert.deepEqual([list.items, list.before], [[1, 2, 3], null]);
  await list.ask({ q: "" });
  assert.deepEqual(list.items, [1, 2]);
  assert.deepEqual(asked, ["/api/admin/tables?q=ada", "/api/admin/tables?q=ada&before=2", "/api/admin/tables"]);
});

test("a share of a hundred is written as its language does, with a figure below ten", () => {
  assert.deepEqual([0, 4.26, 99.4, 250, null].map((share) => percent(share)), ["0%", "4.3%", "99%", "250%", "–"]);
  assert.equal(withUnit(t, PERCENT, 12), "12%");
});

test("the numbers of a column have as many decimals as the one that needs most", () => {
  const column = [3, 3.14, null, 28.2];
  assert.deepEqual(column.map((value) => figure(value, decimalsOf(column))), ["3.0", "3.1", "–", "28.2"]);
  assert.deepEqual([decimalsOf([3, 28.2]), decimalsOf([null, 140.25])], [0, 0]);
});

test("a refused page leaves what is known where it is", async () => {
  const { list } = listing({ "": { tables: [1], before: null } });
  await list.ask();
  list.house.get = () => Promise.reject(Object.assign(new Error(""), { code: "offline" }));
  await list.ask();
  assert.deepEqual([list.items, list.problem.code, list.busy], [[1], "offline", false]);
});

test("what was found to be wrong is told in words, seats counted from one", () => {
  assert.equal(violationWords(t, "no bot is at work for seat 1"), "No bot is at work for seat 2.");
  assert.equal(violationWords(t, "nobody holds seat 0"), "Nobody holds seat 1, and the match waits for it.");
  assert.equal(violationWords(t, "nobody owes a move"), "The match waits for nobody.");
  assert.equal(violationWords(t, "It cannot be opened: lost"), "It cannot be opened: lost");
});

test("a table that stands still is an alarm everywhere but on its own page", () => {
  const house = { t, me: null, status: "live", name: "tables", missing: false, alerts: [{ table: "t1", why: "no match" }, { table: "t2", why: "no match" }] };
  const alarms = (shows) => {
    const main = drawShell({ ...house, view: { render: () => null, shows } }).at(-1);
    return main.children.filter(({ props }) => props.class === "alarm").length;
  };
  assert.deepEqual([undefined, () => false, (table) => table === "t1"].map(alarms), [2, 2, 1]);
});

test("only a seat that a person holds themself is offered a stand-in", () => {
  const seats = [{ bot: null, away: false }, { bot: "easy", away: false }, { bot: null, away: true }];
  const found = { table: { state: "playing", paused: null, seats }, to_act: [0, 1, 2] };
  assert.deepEqual(repairsFor(found), [{ kind: "wake" }, { kind: "stand_in", seat: 0 }, { kind: "pause" }]);
  found.table.paused = { by: null };
  assert.deepEqual(repairsFor(found).at(-1), { kind: "resume" });
  found.table.state = "finished";
  assert.deepEqual(repairsFor(found), []);
});

test("seats in a line: people by name, bots and free ones counted", () => {
  const seats = [{ name: "Ada", bot: null }, { name: null, bot: "hard" }, { name: null, bot: "easy" }, { name: null, bot: null }];
  assert.equal(seatWords(t, seats), "Ada, 2\u00a0bots, and 1\u00a0free");
});

test("refusals say what would help", () => {
  const refused = (code, detail = {}, message = "") => refusalWords(t, Object.assign(new Error(message), { code, detail }));
  assert.equal(refused("forbidden", { deed: "ban" }), WORDS["admin.refused.role"]);
  assert.equal(refused("rate_limited", { retry_after: 2.2 }), "That was a bit fast. Again in 3 seconds.");
  assert.equal(refused("invalid", {}, "The end lies in the past."), "The end lies in the past.");
  assert.equal(refused("offline"), WORDS["error.offline"]);
});
