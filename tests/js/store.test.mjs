import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, fold } from "../../static/js/lib/store.js";

const table = (seq, more = {}) => ({
  id: "t",
  state: "playing",
  seq,
  to_act: [0],
  deadlines: {},
  result: null,
  ...more,
});
const stateMessage = (seq, more = {}) => ({
  type: "state",
  seq,
  table: table(seq),
  seat: 0,
  view: { at: seq },
  legal: [{ type: "keep" }],
  can_undo: null,
  log: [],
  chat: [],
  notes: [],
  ...more,
});
const moveMessage = (seq, more = {}) => ({
  type: "move",
  seq,
  seat: 1,
  move: { type: "keep" },
  by: "bot",
  at: "2026-11-30T20:00:00.000Z",
  events: [{ type: "keep", seat: 1 }],
  view: { at: seq },
  legal: [],
  can_undo: null,
  to_act: [2],
  deadlines: {},
  result: null,
  ...more,
});
const chatMessage = (id) => ({
  type: "chat",
  id,
  room: "table",
  from: { player: { id: "p", name: "Ada" }, seat: 0 },
  text: id,
  at: "",
});
const foldAll = (messages, start = EMPTY) => messages.reduce(fold, start);

test("a state is the whole truth", () => {
  const state = foldAll([stateMessage(4), moveMessage(5), stateMessage(2, { seat: null })]);
  assert.deepEqual(state.view, { at: 2 });
  assert.equal(state.seat, null);
  assert.deepEqual(state.log, []);
});

test("what was told at the set-up stays as long as the log reaches back to it", () => {
  const opening = [{ type: "deal", dealer: 1 }];
  const state = foldAll([stateMessage(0, { opening }), moveMessage(1)]);
  assert.deepEqual(state.opening, opening);
  assert.deepEqual(fold(state, stateMessage(60)).opening, []);
});

test("a move brings view, legal moves, log and the table's turn", () => {
  const state = foldAll([stateMessage(4), moveMessage(5)]);
  assert.equal(state.seq, 5);
  assert.deepEqual(state.view, { at: 5 });
  assert.deepEqual(state.legal, []);
  assert.deepEqual(state.table.to_act, [2]);
  assert.deepEqual(
    state.log.map(({ seq }) => seq),
    [5],
  );
});

test("a burst is folded whole and in order", () => {
  const burst = Array.from({ length: 50 }, (_, index) => moveMessage(index + 1));
  const state = foldAll([stateMessage(0), ...burst]);
  assert.deepEqual(
    state.log.map(({ seq }) => seq),
    burst.map(({ seq }) => seq),
  );
});

test("a move that is known already changes nothing", () => {
  const state = foldAll([stateMessage(4), moveMessage(5)]);
  assert.equal(fold(state, moveMessage(5, { view: { at: "other" } })), state);
  assert.equal(fold(state, moveMessage(3)), state);
});

test("legal moves that are left out have not changed", () => {
  const { legal: _, ...short } = moveMessage(5);
  assert.deepEqual(foldAll([stateMessage(4), short]).legal, [{ type: "keep" }]);
});

test("an older table is ignored, a newer or equal one taken", () => {
  const state = foldAll([stateMessage(4), moveMessage(5)]);
  assert.equal(fold(state, { type: "table", seq: 4, table: table(4, { spectators: 9 }) }), state);
  assert.equal(
    fold(state, { type: "table", seq: 5, table: table(5, { spectators: 9 }) }).table.spectators,
    9,
  );
});

test("before the start every table counts, because none has a position", () => {
  const open = stateMessage(null, { table: table(null, { state: "open" }), view: null });
  const state = foldAll([
    open,
    { type: "table", seq: null, table: table(null, { spectators: 1 }) },
  ]);
  assert.equal(state.table.spectators, 1);
});

test("moves that come after a resume do not take the newer table back", () => {
  const resumed = foldAll([
    stateMessage(4),
    { type: "table", seq: 6, table: table(6, { to_act: [3] }) },
    moveMessage(5),
  ]);
  assert.deepEqual(resumed.table.to_act, [3]);
  assert.equal(resumed.seq, 5);
  assert.deepEqual(fold(resumed, moveMessage(6, { to_act: [3] })).table.to_act, [3]);
});

test("the last move brings the result", () => {
  const result = { scores: [1, 0], places: [1, 2], winners: [0] };
  const state = foldAll([stateMessage(4), moveMessage(5, { result, to_act: [] })]);
  assert.equal(state.table.state, "finished");
  assert.deepEqual(state.table.result, result);
});

test("chat is its own stream: kept over a fresh state, never doubled", () => {
  const state = foldAll([
    chatMessage("a"),
    chatMessage("b"),
    stateMessage(1, { chat: [chatMessage("b"), chatMessage("c")] }),
    chatMessage("c"),
  ]);
  assert.deepEqual(
    state.chat.map(({ id }) => id),
    ["a", "b", "c"],
  );
});

test("a line that a fresh state tells again stands as it is told last", () => {
  const withdrawn = { ...chatMessage("a"), text: "…" };
  const state = foldAll([
    chatMessage("a"),
    chatMessage("b"),
    stateMessage(1, { chat: [withdrawn] }),
  ]);
  assert.deepEqual(
    state.chat.map(({ text }) => text),
    ["…", "b"],
  );
});

test("an undo stands in the log as what it is", () => {
  const state = foldAll([stateMessage(4), moveMessage(5, { undo: 4, move: null, events: [] })]);
  assert.equal(state.log[0].undo, 4);
});

test("what can be taken back is what the newest message says", () => {
  const told = [4, undefined, 5, null, 7].map((can_undo, index) => moveMessage(5 + index, { can_undo }));
  const known = told.map((_, count) => foldAll([stateMessage(4, { can_undo: 4 }), ...told.slice(0, count)]).canUndo);
  assert.deepEqual(known, [4, 4, null, 5, null]);
  assert.equal(foldAll([stateMessage(4), ...told]).canUndo, 7);
  assert.equal(foldAll([...told, stateMessage(3)]).canUndo, null);
  const state = foldAll([stateMessage(9, { can_undo: 9 })]);
  assert.equal(fold(state, moveMessage(8, { can_undo: 1 })).canUndo, 9);
  assert.equal(fold(state, { type: "table", seq: 9, table: table(9) }).canUndo, 9);
});

test("what is not about the table changes nothing", () => {
  const state = foldAll([stateMessage(4)]);
  for (const type of ["ok", "error", "bye", "nudge", "something new"])
    assert.equal(fold(state, { type }), state);
});
