import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inARow } from "../../static/js/lib/sentences.js";
import { makeT } from "../../static/js/lib/t.js";
import { whyEnded } from "../../static/js/table/end.js";
import { glanceOf } from "../../static/js/table/lately.js";
import { wordsOfNote } from "../../static/js/table/notes.js";
import { ladderWords, paceWords } from "../../static/js/table/pace.js";
import { isCovered, owes, turnOf } from "../../static/js/table/turns.js";

const words = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
const t = makeT("en", words);
const say = (kind, seat, params = {}) => wordsOfNote(t, { kind, seat, params }, seat === null ? "" : "Ada");

test("every note is a sentence that says who, why and how long", () => {
  const told = [
    say("time_given_back", null, { seconds: 90 }),
    say("paused", 0, { by: "host" }),
    say("paused", null, { by: "host" }),
    say("paused", 0, { by: "agreed" }),
    say("resumed", 0, { seconds: 600 }),
    say("resumed", null, { seconds: 600 }),
    say("stand_in", 0, { why: "left" }),
    say("stand_in", 0, { why: "absent" }),
    say("stand_in", 0, { why: "clock" }),
    say("stand_in", 0),
    say("back", 0),
    say("back", 0, { why: "substitute" }),
  ];
  assert.deepEqual(told, [
    "The table was out of reach for a while. Every clock got 1\u00a0minute, 30\u00a0seconds back.",
    "Ada paused the match.",
    "The host paused the match.",
    "All agreed to a pause; Ada was the last.",
    "Ada lets the match go on after 10\u00a0minutes.",
    "The match goes on.",
    "Ada left. A bot plays on.",
    "Ada has been away for long. A bot plays on until they are back.",
    "Ada ran out of time twice. A bot plays on until they are back.",
    "A bot plays for Ada now.",
    "Ada is back.",
    "Ada takes this seat over.",
  ]);
});

test("what a clock got back is told to the second, however long it was", () => {
  const given = (seconds) => say("time_given_back", null, { seconds }).replaceAll("\u00a0", " ").split("Every clock got ")[1];
  assert.equal(given(5400), "1 hour, 30 minutes back.");
  assert.equal(given(9030), "2 hours, 30 minutes, 30 seconds back.");
  assert.equal(given(100_000), "1 day, 3 hours, 46 minutes, 40 seconds back.");
});

test("what staff do is told as theirs, never as the host's or a player's", () => {
  const told = [
    say("paused", null, { by: "staff" }),
    say("resumed", null, { by: "staff", seconds: 600 }),
    say("stand_in", 0, { why: "staff" }),
    say("ended", null, { by: "staff" }),
    say("played_out", null, { by: "staff" }),
    say("glass", null, { seq: 17 }),
  ];
  assert.deepEqual(told, [
    "Those who keep this house paused the match.",
    "Those who keep this house let the match go on after 10\u00a0minutes.",
    "Those who keep this house had a bot play for Ada until they are back.",
    "Those who keep this house ended the match without a result.",
    "Those who keep this house ended the match: bots play it out from here, at once.",
    "Those who keep this house looked at all that was hidden, after move 17. Why stands in their own log.",
  ]);
});

test("the result's sheet says that staff ended a match, not why, and nothing of other ends", () => {
  const why = (ended_why, result = null) => whyEnded(t, { ended_why, result });
  assert.equal(why("staff"), "Those who keep this house ended it.");
  assert.equal(why("staff", { places: [1, 2] }), "Those who keep this house ended it: bots played it out.");
  assert.deepEqual([why("agreed"), why("unvisited"), why(null)], [null, null, null]);
});

test("every pace has words, and says what happens when somebody does not move", () => {
  const paces = [{ kind: "relaxed" }, { kind: "live", seconds: 15 }, { kind: "daily", seconds: 259200 }];
  assert.deepEqual(paces.map((pace) => paceWords(t, pace)), ["No clock", "15\u00a0seconds a move", "3\u00a0days a move"]);
  assert.match(ladderWords(t, paces[0]), /three minutes/);
  assert.match(ladderWords(t, paces[1]), /two times in a row/);
});

const seats = ["ada", "bob"].map((id, seat) => ({ seat, player: { id }, bot: null, away: false }));
const live = { kind: "live", seconds: 15 };
const table = (more) => ({ state: "playing", pace: live, seats, to_act: [0], deadlines: { 0: "" }, paused: null, asleep: false, ...more });

test("a seat is waited for while its clock runs, or while it is to act where there is none", () => {
  const waited = [
    table(),
    table({ deadlines: {} }),
    table({ deadlines: {}, pace: { kind: "relaxed" } }),
    table({ to_act: [1], deadlines: { 1: "" } }),
    table({ paused: { by: 1, since: "" } }),
    table({ asleep: true }),
    table({ state: "finished", to_act: [] }),
    table({ seats: [{ ...seats[0], away: true }, seats[1]] }),
  ].map((one) => owes(one, 0));
  assert.deepEqual(waited, [true, false, true, false, false, false, false, false]);
  assert.equal(owes(table(), null), false);
});

test("a stand-in covers a seat from its time-out until its player moves or owes nothing", () => {
  const entry = (seq, by, seat = 0) => ({ seq, seat, by });
  const covered = (log, more = { deadlines: {} }) => isCovered({ table: table(more), log }, 0);
  assert.equal(covered([entry(1, "player"), entry(2, "clock")]), true);
  assert.equal(covered([entry(1, "clock"), entry(2, "bot"), entry(3, "player", 1)]), true);
  assert.equal(covered([entry(1, "clock"), entry(2, "player")]), false);
  assert.equal(covered([entry(1, "clock")], {}), false);
  assert.equal(covered([entry(1, "clock")], { deadlines: {}, to_act: [1] }), false);
  assert.equal(covered([entry(1, "clock")], { deadlines: {}, pace: { kind: "relaxed" } }), false);
  assert.equal(covered([]), false);
});

test("a turn is named by what may have begun it", () => {
  const log = [{ seq: 1, seat: 0 }, { seq: 2, seat: 1 }];
  assert.equal(turnOf([], 0), 0);
  assert.equal(turnOf(log, 0), 1);
  assert.equal(turnOf([...log, { seq: 3, seat: 1, undo: 2 }], 0), 3);
});

test("of what happened at once, the end is told at a glance", () => {
  const long = "Pepper shows the horse: pass by! And so on, for more than one line.";
  assert.equal(glanceOf([long, "Ladle draws from the stock.", "Ladle loses a life."]), "Ladle draws from the stock. Ladle loses a life.");
  assert.equal(glanceOf([long, "Ladle keeps."]), `${long} Ladle keeps.`);
  assert.equal(glanceOf(["Ladle keeps."]), "Ladle keeps.");
  assert.equal(glanceOf([]), "");
});

test("sentences that end without a sign are parted by a dot", () => {
  const [keeps, over] = ["ตะกร้อ เก็บไว้", "จบเกมแล้ว"];
  assert.equal(glanceOf([keeps, over]), `${keeps}\u00a0· ${over}`);
  assert.equal(inARow(["Chop!", over, keeps]), `Chop! ${over}\u00a0· ${keeps}`);
  assert.equal(inARow(["“Chop!”", "Ladle keeps."]), "“Chop!” Ladle keeps.");
});
