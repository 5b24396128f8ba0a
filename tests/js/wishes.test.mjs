import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, fold } from "../../static/js/lib/store.js";
import { Wishes } from "../../static/js/table/wishes.js";

const table = { id: "t", state: "playing", seq: 0, to_act: [0], deadlines: {}, result: null };
const legal = [{ type: "keep" }, { type: "swap" }];
const stateMessage = (seq, can_undo) => ({ type: "state", seq, table, seat: 0, view: { seq }, legal, can_undo });
const moveMessage = (seq, can_undo, more = {}) => ({
  type: "move",
  seq,
  seat: 0,
  move: null,
  events: [],
  view: { seq },
  legal: [],
  can_undo,
  to_act: [0],
  deadlines: {},
  result: null,
  ...more,
});

/** A room without a page: `sent` are the wishes that went out, each answered by hand. */
function makeRoom(first) {
  globalThis.document = { getElementById: () => null };
  const sent = [];
  const room = {
    t: (key) => key,
    state: fold(EMPTY, first),
    stage: { held: false },
    drawn: 0,
    draw: () => (room.drawn += 1),
    told: [],
    drawing: { now: () => room.told.push("drawn") },
    connection: {
      send: (message) => {
        room.told.push("sent");
        return new Promise((done) => sent.push({ message, done }));
      },
    },
  };
  room.wishes = new Wishes(room);
  /** What the server tells, and the page's next picture. */
  const hear = (message) => {
    room.state = fold(room.state, message);
    room.wishes.forgetAnswered();
    room.wishes.goOn();
  };
  const answer = async (at, words) => {
    sent[at].done(words);
    await new Promise((soon) => setImmediate(soon));
  };
  return { room, wishes: room.wishes, sent, hear, answer };
}

test("a move is on its way before it is drawn", () => {
  const { room, wishes } = makeRoom(stateMessage(4, null));
  wishes.act({ type: "keep" });
  assert.deepEqual(room.told, ["sent", "drawn"]);
});

test("a move is sent with what was seen, and pends until its outcome has come", async () => {
  const { wishes, sent, hear, answer } = makeRoom(stateMessage(4, null));
  wishes.act({ type: "keep" });
  assert.deepEqual(sent[0].message, { type: "move", seq: 4, move: { type: "keep" } });
  assert.deepEqual(wishes.pending, { move: { type: "keep" }, seq: null });
  await answer(0, { type: "ok", seq: 5 });
  assert.deepEqual(wishes.pending, { move: { type: "keep" }, seq: 5 });
  hear(moveMessage(5, 5));
  assert.equal(wishes.pending, null);
  assert.equal(wishes.canUndo, 5);
});

test("a move that has stopped being one is not sent, and the next one is", async () => {
  const { room, wishes, sent, hear } = makeRoom(stateMessage(4, null));
  hear(moveMessage(5, null, { seat: 1, legal: [{ type: "swap" }] }));
  const drawn = room.drawn;
  wishes.act({ type: "keep" });
  assert.deepEqual(sent, []);
  assert.equal(wishes.pending, null);
  assert.equal(room.drawn, drawn + 1);
  wishes.act({ type: "swap" });
  assert.deepEqual(sent[0].message, { type: "move", seq: 5, move: { type: "swap" } });
});

test("taking back asks for the move that can be taken back, once", async () => {
  const { wishes, sent, hear, answer } = makeRoom(stateMessage(7, 6));
  wishes.takeBack();
  wishes.takeBack();
  wishes.act({ type: "keep" });
  assert.deepEqual(sent.map(({ message }) => message), [{ type: "undo", seq: 6 }]);
  assert.equal(wishes.canUndo, null);
  hear(moveMessage(8, 3, { undo: 6 }));
  assert.notEqual(wishes.pending, null);
  await answer(0, { type: "ok", seq: 8 });
  assert.equal(wishes.pending, null);
  assert.equal(wishes.canUndo, 3);
});

test("nothing is asked where nothing can be taken back, nor while a scene is held", () => {
  const { room, wishes, sent } = makeRoom(stateMessage(7, null));
  wishes.takeBack();
  room.state = fold(room.state, moveMessage(8, 8));
  room.stage.held = true;
  assert.equal(wishes.canUndo, null);
  wishes.takeBack();
  wishes.takeAllBack();
  assert.deepEqual(sent, []);
});

test("a turn begins again: one undo after another until a move stands", async () => {
  const { wishes, sent, hear, answer } = makeRoom(stateMessage(7, 6));
  wishes.takeAllBack();
  await answer(0, { type: "ok", seq: 8 });
  hear(moveMessage(8, 4, { undo: 6 }));
  hear(moveMessage(9, 4, { seat: 1 }));
  await answer(1, { type: "ok", seq: 10 });
  hear(moveMessage(10, null, { undo: 4 }));
  assert.deepEqual(sent.map(({ message }) => message.seq), [6, 4]);
  assert.equal(wishes.all, false);
  hear(moveMessage(11, 11));
  assert.equal(sent.length, 2);
});

test("a refusal ends it", async () => {
  const { wishes, sent, hear, answer } = makeRoom(stateMessage(7, 6));
  wishes.takeAllBack();
  await answer(0, { type: "error", error: { code: "cannot_undo", message: "no" } });
  assert.equal(wishes.pending, null);
  hear(moveMessage(8, 6, { seat: 1 }));
  assert.equal(sent.length, 1);
});

test("a fresh start forgets what was answered, and waits for what was not", async () => {
  const { room, wishes, answer } = makeRoom(stateMessage(7, 6));
  wishes.takeBack();
  wishes.startAfresh();
  assert.notEqual(wishes.pending, null);
  await answer(0, { type: "ok", seq: 9 });
  room.state = fold(room.state, stateMessage(8, null));
  wishes.startAfresh();
  assert.equal(wishes.pending, null);
});
