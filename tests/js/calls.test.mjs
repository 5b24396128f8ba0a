import assert from "node:assert/strict";
import { test } from "node:test";
import { Drawer, Locks, makeBrowser, makeTab, move, owed, Pause, state, table } from "./tabs.mjs";

test("35: one sound and one notification for a turn, over two tabs", async () => {
  const { pause, hear, heard } = makeBrowser();
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(5000);
  assert.deepEqual(heard().sort(), ["knock", "turn"]);
  hear(move(2, 0, [1]));
  hear(move(3, 1, [0]));
  await pause.pass(5000);
  assert.deepEqual(heard().sort(), ["closed", "knock", "knock", "turn", "turn"]);
});

test("35: the tab that is looked at calls", async () => {
  const { pause, hear, tabs } = makeBrowser({ hidden: true }, {});
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(5000);
  assert.deepEqual(tabs.map(({ heard }) => heard.length), [0, 2]);
});

test("35: a tab that cannot be heard leaves the sound to the other", async () => {
  const { pause, hear, tabs } = makeBrowser({ sound: false }, { hidden: true });
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(5000);
  assert.deepEqual(tabs.map(({ heard }) => heard), [["turn"], ["knock"]]);
});

test("35: a tab that reads late what the other has claimed does not call as well", async () => {
  const pause = new Pause();
  const locks = new Locks();
  const tabs = [makeTab(pause, new Drawer(), { locks }), makeTab(pause, new Drawer(), { locks })];
  const hear = (message) => tabs.forEach((tab) => tab.hear(message));
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(1000);
  assert.deepEqual(tabs.flatMap(({ heard }) => heard).sort(), ["knock", "turn"]);
  hear({ type: "nudge", seat: 0, from: { player: { id: "bob" }, seat: 1 } });
  await pause.pass(20_000);
  assert.deepEqual(tabs.flatMap(({ heard }) => heard).sort(), ["knock", "knock harder", "turn"]);
  assert.equal(locks.held.size, 0);
});

test("35: nobody is called for a turn that was taken back, and again when it comes again", async () => {
  const { pause, hear, heard } = makeBrowser();
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(100);
  hear(move(2, 1, [1], { undo: 1 }));
  await pause.pass(5000);
  assert.deepEqual(heard(), []);
  hear(move(3, 1, [0]));
  await pause.pass(5000);
  assert.deepEqual(heard().sort(), ["knock", "turn"]);
  hear(move(4, 1, [1], { undo: 3 }));
  assert.deepEqual(heard().sort(), ["closed", "knock", "turn"]);
});

test("35: nobody is called once the clock has moved, nor while a stand-in covers the seat", async () => {
  const { pause, hear, heard } = makeBrowser();
  hear(state());
  hear(move(1, 1, [0]));
  hear(move(2, 0, [0], { by: "clock", deadlines: {} }));
  await pause.pass(5000);
  assert.deepEqual(heard(), []);
});

test("35: a restart in my turn calls nobody again, in old tabs and in new ones", async () => {
  const { pause, hear, heard, storage } = makeBrowser();
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(5000);
  const log = [{ seq: 1, seat: 1, by: "player", events: [] }];
  hear(state({ seq: 1, ...owed([0]) }, log));
  const late = makeTab(pause, storage);
  late.hear(state({ seq: 1, ...owed([0]) }, log));
  late.hear({ type: "table", seq: 1, table: table({ seq: 1, ...owed([0]), deadlines: {}, paused: { by: 0, since: "" } }) });
  late.hear({ type: "table", seq: 1, table: table({ seq: 1, ...owed([0]) }) });
  await pause.pass(5000);
  assert.deepEqual([...heard(), ...late.heard].sort(), ["knock", "turn"]);
});

test("35: a tab that was offline does not call again for a turn that others kept numbering", async () => {
  const pause = new Pause();
  const storage = new Drawer();
  const [one, other] = [makeTab(pause, storage), makeTab(pause, storage)];
  for (const tab of [one, other]) tab.hear(state());
  one.hear(move(1, 1, [0, 1]));
  await pause.pass(5000);
  one.hear(move(2, 1, [0]));
  one.hear(move(3, 1, [0, 1], { undo: 2 }));
  const log = [{ seq: 1, seat: 1 }, { seq: 2, seat: 1 }, { seq: 3, seat: 1, undo: 2 }];
  other.hear(state({ seq: 3, ...owed([0, 1]) }, log));
  await pause.pass(5000);
  assert.deepEqual([...one.heard, ...other.heard].sort(), ["knock", "turn"]);
});

test("several moves of my own in one turn, and the page as it was opened, call nobody", async () => {
  const { pause, hear, heard } = makeBrowser();
  hear(state(owed([0])));
  hear(move(1, 0, [0]));
  hear(move(2, 0, [0]));
  await pause.pass(5000);
  assert.deepEqual(heard(), []);
});

test("only a daily table notifies of turns; a knock is heard once", async () => {
  const { pause, hear, heard, tabs } = makeBrowser();
  const pace = { kind: "relaxed" };
  hear(state({ pace, deadlines: {} }));
  hear({ ...move(1, 1, [0]), deadlines: {} });
  await pause.pass(5000);
  assert.deepEqual(heard(), ["knock"]);
  const knock = { type: "nudge", seat: 0, from: { player: { id: "bob" }, seat: 1 } };
  hear(knock);
  await pause.pass(10_000);
  hear(knock);
  await pause.pass(10_000);
  assert.deepEqual(heard(), ["knock", "knock harder", "knock harder"]);
  assert.deepEqual(tabs.map(({ calls }) => calls.nudged), [true, true]);
  hear({ ...move(2, 0, [1]), deadlines: {} });
  hear(knock);
  await pause.pass(10_000);
  assert.deepEqual(tabs.map(({ calls }) => calls.nudged), [false, false]);
  assert.equal(heard().length, 3);
});

test("a full table and a start are told once, but not to who starts", async () => {
  const { pause, hear, heard, tabs } = makeBrowser();
  const free = { seat: 1, player: null, bot: null, away: false };
  const before = { state: "open", seq: null, to_act: [], deadlines: {} };
  hear({ ...state({ ...before, seats: [table().seats[0], free] }), seq: null, view: null });
  hear({ type: "table", seq: null, table: table(before) });
  await pause.pass(5000);
  assert.deepEqual(heard().sort(), ["full", "knock"]);
  tabs[0].room.actions.busy = true;
  hear(state({ ...owed([1]) }));
  await pause.pass(5000);
  assert.deepEqual(heard().sort(), ["full", "knock"]);
});

test("nothing is kept of a table whose match is over", async () => {
  const { pause, hear, storage } = makeBrowser();
  hear(state());
  hear(move(1, 1, [0]));
  await pause.pass(5000);
  assert.notDeepEqual(Object.keys(storage), []);
  hear(move(2, 0, [], { result: { places: [1, 2] } }));
  assert.deepEqual(Object.keys(storage), []);
});
