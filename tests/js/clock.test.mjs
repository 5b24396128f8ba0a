import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { face, ServerClock, span } from "../../static/js/table/clock.js";
import { Ticker } from "../../static/js/table/countdown.js";
import { makeT } from "../../static/js/lib/t.js";

const words = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
const t = makeT("en", words);
const at = (seconds) => new Date(Date.UTC(2026, 10, 30, 20) + seconds * 1000).toISOString();

/** A clock beside a steady count that the test moves, in seconds. */
function makeClock() {
  const steady = { seconds: 5 };
  return { steady, clock: new ServerClock(() => steady.seconds * 1000) };
}

test("it is the server's time, however the browser's own clock is set", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 30, 20, 10) });
  const { clock, steady } = makeClock();
  assert.equal(clock.until(at(30)), null);
  clock.hear({ type: "state", now: at(0) });
  steady.seconds += 12;
  context.mock.timers.setTime(Date.UTC(2026, 10, 30, 19, 50));
  assert.equal(clock.until(at(30)), 18);
  assert.equal(clock.since(at(2)), 10);
});

test("the least delayed message tells most, and old ones nothing", () => {
  const { clock, steady } = makeClock();
  clock.hear({ type: "state", now: at(0) });
  steady.seconds += 10;
  clock.hear({ type: "move", at: at(9) });
  assert.equal(clock.until(at(30)), 20);
  clock.hear({ type: "move", at: at(10.5) });
  assert.equal(clock.until(at(30)), 19.5);
  clock.hear({ type: "chat", at: at(900) });
  clock.hear({ type: "table", now: at(10.2) });
  assert.equal(clock.until(at(30)), 19.5);
});

test("a clock that runs ahead of the server is set back by what says now", () => {
  const { clock } = makeClock();
  clock.hear({ type: "state", now: at(60) });
  clock.hear({ type: "move", at: at(0) });
  assert.equal(clock.until(at(60)), 0);
  clock.hear({ type: "table", now: at(0) });
  assert.equal(clock.until(at(60)), 60);
});

test("a count that stood still while the machine slept catches up", () => {
  const { clock, steady } = makeClock();
  clock.hear({ type: "state", now: at(0) });
  steady.seconds += 1;
  clock.hear({ type: "table", now: at(3600) });
  assert.equal(clock.until(at(3630)), 30);
});

test("faces are short, spans are words", () => {
  const faces = [-3, 0.2, 9.01, 59, 60, 119.5, 3599, 3600, 24 * 3600, 71.9 * 3600];
  assert.deepEqual(
    faces.map((seconds) => face(t, seconds)),
    ["0", "1", "10", "59", "1:00", "2:00", "59:59", "1 h", "24 h", "71 h"],
  );
  const spans = [0, 1, 15, 59.4, 60, 107, 120, 8 * 3600, 24 * 3600, 72 * 3600];
  assert.deepEqual(
    spans.map((seconds) => span(t, seconds).replaceAll("\u00a0", " ")),
    ["1 second", "1 second", "15 seconds", "59 seconds", "1 minute", "2 minutes", "2 minutes", "8 hours", "24 hours", "3 days"],
  );
  assert.equal(span(t, 15), "15\u00a0seconds");
});

test("my last ten seconds are told once each, and only while my clock runs", () => {
  const { clock, steady } = makeClock();
  clock.hear({ type: "state", now: at(0) });
  globalThis.document = { querySelectorAll: () => [] };
  let deadline = at(12);
  let told = 0;
  const ticker = new Ticker({ clock, t, mine: () => deadline, onSecond: () => (told += 1), onTick: () => {} });
  for (let quarter = 0; quarter < 4 * 15; quarter += 1) {
    ticker.tick();
    steady.seconds += 0.25;
  }
  assert.equal(told, 10);
  deadline = at(20);
  ticker.tick();
  assert.equal(told, 11);
  deadline = undefined;
  ticker.tick();
  assert.equal(told, 11);
});
