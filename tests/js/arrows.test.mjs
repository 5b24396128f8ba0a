/** Arrow keys among things that lie together: by where they lie, not by their order in the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOf } from "../../static/js/lib/arrows.js";

/** Buttons of 40 × 60 at these places. */
const laid = (...places) =>
  places.map(([x, y, width = 40, height = 60]) => ({ getBoundingClientRect: () => ({ x, y, width, height }) }));

/** The places that a key leads through, each time from where it led before. */
function walk(buttons, key, steps, from = 0) {
  const path = [from];
  for (let step = 0; step < steps; step += 1) {
    const next = nextOf(buttons, path.at(-1), key);
    path.push(next ? buttons.indexOf(next) : -1);
  }
  return path;
}

test("right and left go round a row, whatever its order in the page", () => {
  const hand = laid([100, 0], [0, 4], [50, 2]);
  assert.deepEqual(walk(hand, "ArrowRight", 3, 1), [1, 2, 0, 1]);
  assert.deepEqual(walk(hand, "ArrowLeft", 3, 1), [1, 0, 2, 1]);
});

test("right reads on in the next row", () => {
  const hand = laid([0, 0], [50, 0], [20, 70], [70, 70]);
  assert.deepEqual(walk(hand, "ArrowRight", 4), [0, 1, 2, 3, 0]);
});

test("the halves of cards that lie over each other are two rows", () => {
  const halves = laid([0, 0, 40, 30], [0, 30, 40, 30], [30, 0, 40, 30], [30, 30, 40, 30]);
  assert.deepEqual(walk(halves, "ArrowRight", 4), [0, 2, 1, 3, 0]);
  assert.deepEqual(walk(halves, "ArrowDown", 1, 2), [2, 3]);
  assert.deepEqual(walk(halves, "ArrowUp", 1, 3), [3, 2]);
});

test("up and down end at the edge, Home and End lead to both ends", () => {
  const hand = laid([0, 0], [50, 0], [0, 70]);
  assert.deepEqual(walk(hand, "ArrowUp", 1), [0, -1]);
  assert.deepEqual(walk(hand, "End", 1), [0, 2]);
  assert.deepEqual(walk(hand, "Home", 1, 2), [2, 0]);
  assert.equal(nextOf(hand, 0, "Enter"), undefined);
});
