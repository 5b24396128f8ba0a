/** Tabs of one browser at one table, without pages: what they hear, share, and let be heard. */
import { Claims } from "../../static/js/lib/claims.js";
import { EMPTY, fold } from "../../static/js/lib/store.js";
import { Calls } from "../../static/js/table/calls.js";

/** What tabs of one browser share. */
export class Drawer {
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
export const table = (more = {}) => ({
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
export const state = (more = {}, log = []) => ({ type: "state", seq: more.seq ?? 0, table: table(more), seat: 0, view: {}, log });
export const owed = (seats) => ({ to_act: seats, deadlines: Object.fromEntries(seats.map((seat) => [seat, "2026-12-01T20:00:00Z"])) });
export const move = (seq, seat, next, more = {}) => ({ type: "move", seq, seat, by: "player", events: [], view: {}, result: null, ...owed(next), ...more });

/** Time that passes when the test says so: whoever waits goes on in the order of waiting times. */
export class Pause {
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
export function makeTab(pause, storage, { hidden = false, sound = true, locks } = {}) {
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
export function makeBrowser(first = {}, second = {}) {
  const pause = new Pause();
  const storage = new Drawer();
  const tabs = [makeTab(pause, storage, first), makeTab(pause, storage, second)];
  const hear = (message) => tabs.forEach((tab) => tab.hear(message));
  const heard = () => tabs.flatMap((tab) => tab.heard);
  return { pause, storage, tabs, hear, heard };
}

/** Locks as a browser has them: the second who asks for one that is held gets null. */
export class Locks {
  held = new Set();

  async request(name, _, work) {
    if (this.held.has(name)) return work(null);
    this.held.add(name);
    await work({ name });
    this.held.delete(name);
  }
}
