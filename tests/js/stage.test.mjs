import assert from "node:assert/strict";
import { test } from "node:test";
import { Stage } from "../../static/js/lib/scenes.js";

/** A stage on which every state is preceded by `before(view)`, with a clock moved by hand. */
function makeStage(before = () => []) {
  const timers = [];
  const seen = [];
  const stage = new Stage({
    scenes: (view, events, previous) => [...before(view, events, previous), { view, ms: 0 }],
    onChange: () => seen.push(stage.shown.view),
    later: (run, ms) => timers.push({ run, ms }) && timers.at(-1),
    cancel: (timer) => timers.splice(timers.indexOf(timer), 1),
  });
  return { stage, seen, timers, tick: () => timers.shift().run() };
}

const state = (view) => ({ view, events: [], seq: view });

test("without scenes a state is shown at once", () => {
  const { stage, seen } = makeStage();
  stage.push(state(1));
  stage.push(state(2));
  assert.deepEqual(seen, [1, 2]);
  assert.equal(stage.held, false);
});

test("a held scene keeps newer states waiting, then all come in order", () => {
  const { stage, seen, tick } = makeStage((view) =>
    view === 1 ? [{ view: "settled", ms: 4000 }] : [],
  );
  stage.push(state(1));
  stage.push(state(2));
  assert.equal(stage.held, true);
  assert.deepEqual(seen, ["settled"]);
  assert.equal(stage.shown.seq, null);
  tick();
  assert.deepEqual(seen, ["settled", 1, 2]);
  assert.equal(stage.held, false);
});

test("a tap goes on to the next scene, and the timer of the old one is gone", () => {
  const { stage, seen, timers } = makeStage((view) => [
    { view: `${view}a`, ms: 9 },
    { view: `${view}b`, ms: 9 },
  ]);
  stage.push(state(1));
  stage.skip();
  stage.skip();
  stage.skip();
  assert.deepEqual(seen, ["1a", "1b", 1]);
  assert.equal(timers.length, 0);
});

test("a long queue is cut short to the newest state", () => {
  const { stage, seen, timers } = makeStage((view) => [{ view: `${view}a`, ms: 9 }]);
  for (let view = 1; view <= 6; view += 1) stage.push(state(view));
  assert.deepEqual(seen, ["1a", 6]);
  assert.equal(timers.length, 0);
  assert.equal(stage.held, false);
});

test("scenes are told the view that was shown last, and a reset shows no scene", () => {
  const previous = [];
  const { stage, seen } = makeStage((view, events, last) => previous.push(last) && []);
  stage.reset(state(7));
  stage.push(state(8));
  assert.deepEqual(previous, [7]);
  assert.deepEqual(seen, [7, 8]);
});
