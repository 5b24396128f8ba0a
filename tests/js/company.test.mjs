// People at and beside a table: who plays on, links in their order, lines in theirs, whom I hear.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
};

const { Muted } = await import("../../static/js/lib/muted.js");
const { EMPTY } = await import("../../static/js/lib/store.js");
const { inOrder, whyOver } = await import("../../static/js/table/links.js");
const { PHRASES, phrasesFor } = await import("../../static/js/table/phrases.js");
const { Rematch, answersTo } = await import("../../static/js/table/rematch.js");
const { Talk } = await import("../../static/js/table/talk.js");
const { mayTakeOver } = await import("../../static/js/table/vacant.js");

beforeEach(() => kept.clear());

const ada = { id: "a", name: "Ada" };
const bob = { id: "b", name: "Bob" };

function nextTable(more = {}) {
  const seats = [
    { seat: 0, player: bob, held: true },
    { seat: 1, player: ada, held: false },
    { seat: 2, player: null, held: false },
  ];
  return { state: "open", client_seeds: null, seats, ...more };
}

function rematchFor(player, table) {
  const rematch = new Rematch({ me: { player } });
  rematch.state = { ...EMPTY, table };
  return rematch;
}

test("who is in, and who is awaited", () => {
  const { come, awaited } = answersTo(nextTable());
  assert.deepEqual(come.map(({ seat }) => seat), [1]);
  assert.deepEqual(awaited.map(({ seat }) => seat), [0]);
});

test("a held seat is mine, but I am not in", () => {
  const table = nextTable();
  assert.equal(rematchFor(bob, table).place.seat, 0);
  assert.equal(rematchFor(bob, table).isIn, false);
  assert.equal(rematchFor(ada, table).isIn, true);
});

test("who has no seat there, or no name, is not in", () => {
  for (const player of [{ id: "c", name: "Cy" }, null])
    assert.deepEqual([rematchFor(player, nextTable()).place, rematchFor(player, nextTable()).isIn], [null, false]);
});

test("a next table that was closed before its start is none; one that was played is one", () => {
  assert.equal(rematchFor(ada, nextTable({ state: "abandoned" })).table, null);
  const played = nextTable({ state: "abandoned", client_seeds: ["x", "y", "z"] });
  assert.equal(rematchFor(ada, played).table, played);
});

const LINK = { id: "x", kind: "play", revoked: false, uses: 1, max_uses: null, until: null };

test("why a link lets nobody in", () => {
  const until = "2026-11-30T20:00:00.000Z";
  const now = Date.parse(until);
  assert.equal(whyOver(LINK, now), null);
  assert.equal(whyOver({ ...LINK, max_uses: 2 }, now), null);
  assert.equal(whyOver({ ...LINK, max_uses: 1 }, now), "used_up");
  assert.equal(whyOver({ ...LINK, until }, now - 1), null);
  assert.equal(whyOver({ ...LINK, until }, now), "ended");
  assert.equal(whyOver({ ...LINK, until, max_uses: 1, revoked: true }, now), "revoked");
});

test("the newest link to play stands before older ones and before those to watch", () => {
  const links = ["play 1", "play 2", "watch 1", "watch 2"].map((id) => ({ id, kind: id.split(" ")[0] }));
  const order = (made) => inOrder(links, made).map(({ id }) => id);
  assert.deepEqual(order(null), ["play 2", "play 1", "watch 2", "watch 1"]);
  assert.deepEqual(order("watch 2"), ["watch 2", "play 2", "play 1", "watch 1"]);
});

test("every ready-made line is offered at any time, and has words", () => {
  const words = JSON.parse(readFileSync(new URL("../../static/locales/en.json", import.meta.url), "utf8"));
  const worded = Object.keys(words).filter((key) => key.startsWith("phrase."));
  assert.deepEqual(PHRASES.map((phrase) => `phrase.${phrase}`).toSorted(), worded.toSorted());
  for (const state of ["open", "playing", "finished", "abandoned"]) {
    assert.deepEqual(phrasesFor(state, true).toSorted(), PHRASES.toSorted());
    assert.equal(phrasesFor(state, false).length, 4);
  }
});

test("whom I mute stays muted in this browser until I hear them again", () => {
  const muted = new Muted();
  muted.turn("b", true);
  assert.equal(new Muted().has("b"), true);
  muted.turn("b", false);
  assert.equal(new Muted().has("b"), false);
});

test("a memory that is not ours mutes nobody", () => {
  for (const text of ["{", "7", '{"b": true}', '[null, 3]']) {
    kept.set("kitchen-table:muted", text);
    assert.equal(new Muted().ids.size, 0);
  }
});

function talkOf({ answer, seat = 0, rail = true }) {
  const sent = [];
  const room = {
    t: (key) => key,
    me: { player: ada },
    state: { seat, chat: [], table: { rail_open: rail, seats: [] } },
    bubbles: new Map(),
    draw: () => {},
    connection: {
      send: (message) => {
        sent.push(message);
        return Promise.resolve(answer);
      },
    },
  };
  return { talk: new Talk(room), room, sent };
}

test("who sits speaks at the table, who watches from the rail", async () => {
  const [player, watcher] = [talkOf({ answer: { type: "ok" } }), talkOf({ answer: { type: "ok" }, seat: null })];
  assert.equal(await player.talk.say({ text: "Hello" }), true);
  assert.equal(await watcher.talk.say({ phrase: "hello" }), true);
  assert.deepEqual(player.sent, [{ type: "chat", room: "table", text: "Hello" }]);
  assert.deepEqual(watcher.sent, [{ type: "chat", room: "rail", phrase: "hello" }]);
});

test("a refused line says why, until the next one is taken", async () => {
  const refusals = [
    ["invalid", 0, true, "chat.invalid"],
    ["rate_limited", 0, true, "chat.fast"],
    ["forbidden", null, false, "chat.closed"],
  ];
  for (const [code, seat, rail, words] of refusals) {
    const { talk, room } = talkOf({ answer: { type: "error", error: { code, message: "No." } }, seat, rail });
    assert.equal(await talk.say({ text: "Hello" }), false);
    assert.equal(talk.problem, words);
    room.connection.send = () => Promise.resolve({ type: "ok" });
    assert.equal(await talk.say({ text: "Hello" }), true);
    assert.equal(talk.problem, null);
  }
});

test("one line at a time", async () => {
  const { talk, sent } = talkOf({ answer: { type: "ok" } });
  assert.deepEqual(await Promise.all([talk.say({ text: "1" }), talk.say({ text: "2" })]), [true, false]);
  assert.equal(sent.length, 1);
});

test("only a seat that was given up is offered, and to who may take it", () => {
  const place = { player: bob, away: true, given_up: true };
  const room = (seat, more = {}, unclean = false) => ({
    state: { seat, table: { state: "playing", may_sit: true, ...more } },
    actions: { unclean },
  });
  assert.equal(mayTakeOver(room(null), place), true);
  assert.equal(mayTakeOver(room(null), { ...place, given_up: false }), false);
  assert.equal(mayTakeOver(room(null), { ...place, away: false }), false);
  assert.equal(mayTakeOver(room(1), place), false);
  assert.equal(mayTakeOver(room(null, { may_sit: false }), place), false);
  assert.equal(mayTakeOver(room(null, { state: "finished" }), place), false);
  assert.equal(mayTakeOver(room(null, {}, true), place), false);
});
