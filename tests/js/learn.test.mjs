import assert from "node:assert/strict";
import { test } from "node:test";
import { stepIn } from "../../static/js/learn/address.js";
import { placesOf } from "../../static/js/learn/light.js";

test("a step in the address counts from one, and nonsense is the beginning", () => {
  const steps = { "": 0, "?step=1": 0, "?step=3": 2, "?step=8": 7, "?step=99": 7, "?step=0": 0, "?step=x": 0, "?step=-2": 0 };
  for (const [search, at] of Object.entries(steps)) assert.equal(stepIn(search, 7), at, search);
});

test("the lamp falls on the one button of a move", () => {
  assert.deepEqual(placesOf("gnav", { type: "swap" }), ['[data-move="swap"]']);
  assert.deepEqual(placesOf("mino_dice", { type: "bid", tricks: 0 }), ['[data-bid="0"]']);
  assert.deepEqual(placesOf("mino_dice", { type: "roll", die: "red" }), ['.md-tap[data-die="red"]']);
  assert.deepEqual(placesOf("milkuro", { type: "follow", card: 7 }), ['.mk-tap[data-card="7"]']);
  assert.deepEqual(placesOf("milkuro", { type: "lead", card: 7, colour: "black" }), ['.mk-tap[data-card="7"][data-colour="black"]']);
});

test("on the farm it falls on the die first, then on its deed and the details", () => {
  const chosen = '.milkman:has([data-die="1"][aria-pressed="true"])';
  assert.deepEqual(placesOf("milkman", { type: "claim", use: [1], zone: 2 }), [
    `${chosen} [data-deed="go"]`,
    `${chosen} [data-deed="leave"]`,
    `${chosen} [data-deed="claim:2"]`,
    `${chosen} [data-deed="claim"]`,
    '[data-die="1"]:not([aria-pressed="true"])',
  ]);
  assert.ok(placesOf("milkman", { type: "drive", to: 1 }).includes('.milkman [data-deed="drive:1"]'));
});

test("a game without places is learned without a lamp", () => {
  assert.deepEqual(placesOf("sugar", { type: "stir" }), []);
});
