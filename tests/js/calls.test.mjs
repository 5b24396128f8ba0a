import assert from "node:assert/strict";
import { test } from "node:test";
import { Claims } from "../../static/js/lib/claims.js";
import { EMPTY, fold } from "../../static/js/lib/store.js";
import { Calls } from "../../static/js/table/calls.js";

/** What tabs of one browser share. */
class Drawer {
  getItem(key) {
    return this[key] ?? null;
  }

  setItem(key, text) {
    this[key] = text;
  }

  removeItem(key) {
    delete this[key];
  }
}

const person = (id) => ({ player: { id, name: id }, bot: null, away: false, connected: true });
const table = (more = {}) => ({
  id: "t",
  state: "playing",
  seq: 0,
  to_act: [1],
  deadlines: { 1: "2026-12-01T20:00:00Z" },
  result: null,
  pace: { kind: "daily", seconds: 86400 },
  paused: null,
  asleep: false,
  host: "ada",
  seats: ["ada", "bob"].map((id, seat) => ({ seat, ...person(id) })),
  ...more,
});
const state = (more = {}, log = []) => ({ type: "state", seq: more.seq ?? 0, table: table(more), seat: 0, view: {}, log });
const owed = (seats) => ({ to_act: seats, deadlines: Object.fromEntries(seats.map((seat) => [seat, "2026-12-01T20:00:00Z"])) });
const move = (seq, seat, next, more = {}) => ({ type: "move", seq, seat, by: "player", events: [], view: {}, result: null, ...owed(next), ...more });

/** Time that passes when the test says so: whoever waits goes on in the order of waiting times. */
class Pause {
  waiting = [];
  now = 0;

  wait = (ms) => new Promise((done) => this.waiting.push({ at: this.now + ms, done }));

  async pass(ms) {
    const until = this.now + ms;
    for (;;) {
      await settled();
      this.waiting.sort((a, b) => a.at - b.at);
      if (!this.waiting.length || this.waiting[0].at > until) break;
      const { at, done } = this.waiting.shift();
      this.now = at;
      done();
    }
    this.now = until;
  }
}

async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** One tab at the table; `heard` is what it let be heard and seen. */
function makeTab(pause, storage, { hidden = false, sound = true, locks } = {}) {
  const heard = [];
  const room = { id: "t", state: EMPTY, isHost: true, actions: { busy: false }, name: (seat) => `${seat}` };
  const means = {
    canSound: () => sound,
    knock: () => heard.push("knock"),
    knockHarder: () => heard.push("knock harder"),
    mayNotify: () => true,
    notify: (kind) => {
      heard.push(kind);
      return { close: () => heard.push("closed") };
    },
    wait: pause.wait,
    isHidden: () => hidden,
    now: () => 1e12 + pause.now,
  };
  const calls = new Calls(room, new Claims(storage, pause.wait, locks), means);
  const hear = (message) => {
    const before = room.state;
    room.state = fold(before, message);
    calls.hear(message, before);
  };
  return { heard, hear, calls, room };
}

/** Two tabs of one browser that hear the same. */
function makeBrowser(first = {}, second = {}) {
  const pause = new Pause();
  const storage = new Drawer();
  const tabs = [makeTab(pause, storage, first), makeTab(pause, storage, second)];
  const hear = (message) => tabs.forEach((tab) => tab.hear(message));
  const heard = () => tabs.flatMap((tab) => tab.heard);
  return { pause, storage, tabs, hear, heard };
}

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

/** Locks as a browser has them: the second who asks for one that is held gets null. */
class Locks {
  held = new Set();

  async request(name, _, work) {
    if (this.held.has(name)) return work(null);
    this.held.add(name);
    await work({ name });
    this.held.delete(name);
  }
}

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
