import assert from "node:assert/strict";
import { test } from "node:test";
import { placeIn, queryOf } from "../../static/js/replay/address.js";
import { partAt, partsOf } from "../../static/js/replay/parts.js";
import { Player, SPEEDS } from "../../static/js/replay/player.js";
import { Steps } from "../../static/js/replay/steps.js";

/** A server with a match of so many positions, which counts what it is asked. */
function server(last, most = 50) {
  const asked = [];
  const fetcher = async (method, path) => {
    asked.push(`${method} ${path}`);
    const query = new URL(path, "http://kitchen.example").searchParams;
    const from = Number(query.get("from"));
    const to = Math.min(Number(query.get("to") ?? last), last, from + most - 1);
    const step = (seq) => ({ seq, events: [], ...(query.get("views") ? {} : { view: `${query.get("seat")} ${seq}` }) });
    return { last, steps: Array.from({ length: to - from + 1 }, (_, index) => step(from + index)) };
  };
  return { asked, fetcher };
}

test("the whole match comes in as many answers as it takes", async () => {
  const { asked, fetcher } = server(120);
  const steps = await new Steps("t1", fetcher).all();
  assert.deepEqual(steps.map(({ seq }) => seq), Array.from({ length: 121 }, (_, seq) => seq));
  assert.equal(asked.length, 3);
  assert.ok(asked.every((path) => path.includes("views=0")));
});

test("views come by the stretch, once for each pair of eyes", async () => {
  const { asked, fetcher } = server(120);
  const steps = new Steps("t1", fetcher);
  for (const seq of [0, 1, 5, 2]) assert.equal((await steps.at(seq, 2)).view, `2 ${seq}`);
  assert.equal(asked.length, 1);
  assert.equal((await steps.at(5, "all")).view, "all 5");
  assert.equal((await steps.at(5, null)).view, "null 5");
  assert.equal(asked.length, 3);
});

test("the next stretch is fetched before it is needed", async () => {
  const { asked, fetcher } = server(120);
  const steps = new Steps("t1", fetcher);
  await steps.at(39, 0);
  assert.equal(asked.length, 2);
  assert.equal((await steps.at(40, 0)).seq, 40);
  assert.equal(asked.length, 2);
});

test("what could not be fetched is asked for again", async () => {
  const { fetcher } = server(9);
  let broken = true;
  const steps = new Steps("t1", (...what) => (broken ? Promise.reject(new Error("away")) : fetcher(...what)));
  await assert.rejects(steps.at(3, 0), /away/);
  broken = false;
  assert.equal((await steps.at(3, 0)).seq, 3);
});

test("parts begin where the game says, else every so often", () => {
  const steps = Array.from({ length: 45 }, (_, seq) => ({
    seq,
    events: seq % 9 === 0 ? [{ type: "settle" }, { type: "deal" }] : [{ type: "keep" }],
  }));
  const deals = partsOf(steps, ["deal"]);
  assert.deepEqual(deals.map(({ seq, number }) => [seq, number]), [[0, 1], [9, 2], [18, 3], [27, 4], [36, 5]]);
  assert.equal(partAt(deals, 17).number, 2);
  assert.equal(partAt(deals, 18).number, 3);
  const plain = partsOf(steps, undefined);
  assert.deepEqual(plain.map(({ seq, named }) => [seq, named]), [[0, false], [20, false], [40, false]]);
  assert.equal(partAt([], 3), null);
});

test("the address names a position and eyes, or the beginning and a spectator's", () => {
  const match = { last: 80, seats: 4 };
  assert.deepEqual(placeIn("?seq=17&seat=2", match), { seq: 17, eyes: 2 });
  assert.deepEqual(placeIn("?seq=17&seat=all", match), { seq: 17, eyes: "all" });
  assert.deepEqual(placeIn("", match), { seq: 0, eyes: null });
  assert.deepEqual(placeIn("?seq=999&seat=4", match), { seq: 80, eyes: null });
  assert.deepEqual(placeIn("?seq=-1&seat=x", match), { seq: 0, eyes: null });
  for (const eyes of [null, 0, 3, "all"])
    assert.deepEqual(placeIn(queryOf(5, eyes), match), { seq: 5, eyes });
});

/** A player over so many steps, with a clock that the test winds. */
function makePlayer(steps) {
  const timers = [];
  const player = new Player({
    step: () => steps-- > 0,
    busy: () => player.isBusy === true,
    onChange: () => player.settled(),
    later: (run, ms) => timers.push({ run, ms }),
    cancel: (timer) => (timers[timer - 1].run = () => {}),
  });
  return { player, timers };
}

test("it plays on by itself and stops at the end", () => {
  const { player, timers } = makePlayer(2);
  player.start();
  assert.equal(player.playing, true);
  timers[0].run();
  timers[1].run();
  assert.equal(player.playing, false);
  assert.equal(timers.length, 2);
});

test("it waits for what is still being shown", () => {
  const { player, timers } = makePlayer(5);
  player.isBusy = true;
  player.start();
  assert.equal(timers.length, 0);
  player.isBusy = false;
  player.settled();
  player.settled();
  assert.equal(timers.length, 1);
});

test("it can be stopped, and hurried", () => {
  const { player, timers } = makePlayer(5);
  player.start();
  player.toggle();
  timers[0].run();
  assert.equal(player.playing, false);
  const slow = timers[0].ms;
  player.hurry();
  assert.equal(player.speed, SPEEDS[1]);
  player.toggle();
  assert.ok(timers.at(-1).ms < slow);
  player.hurry();
  assert.equal(player.speed, SPEEDS[0]);
});
