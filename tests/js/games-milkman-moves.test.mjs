// Milkman's moves: every legal one can be reached by taps and is sent as it came.
import assert from "node:assert/strict";
import { test } from "node:test";

import { stepped } from "../../static/js/games/milkman/moves.js";
import * as milkman from "../../static/js/games/milkman.js";
import { contextOf } from "./boards.mjs";
import { POURING, buttonsOf, farmOf, viewOf, working, workingMoves } from "./milkman.mjs";

/** All moves that taps lead to, from nothing chosen, over everything that can be chosen. */
function reachable(view, legal) {
  const sent = new Set();
  const queue = [null];
  const seen = new Set(["null"]);
  while (queue.length > 0) {
    const chosen = queue.shift();
    const context = contextOf({ legal, ui: { mmChoice: chosen } });
    for (const button of buttonsOf(milkman.render(view, context))) {
      context.ui.mmChoice = chosen;
      context.played.length = 0;
      button.props.onclick();
      for (const move of context.played) sent.add(move);
      const key = JSON.stringify(context.ui.mmChoice);
      if (context.played.length > 0 || seen.has(key)) continue;
      seen.add(key);
      queue.push(context.ui.mmChoice);
    }
  }
  return sent;
}

test("milkman lets every legal move be reached by taps, and sends the very moves", () => {
  const pouring = viewOf([farmOf({ pouring: true }), farmOf()]);
  const types = Object.values(Object.groupBy(workingMoves(), ({ type }) => type));
  const cases = [...types.map((legal) => [working(), legal]), [working(), firstOfEach(workingMoves())], [pouring, POURING], [working(), []]];
  for (const [view, legal] of cases) {
    assert.deepEqual([...reachable(view, legal)].toSorted(byWords), legal.toSorted(byWords));
  }
});

/** One move for each type and each choice of dice: what stands in the way of what. */
function firstOfEach(moves) {
  const dice = ({ type, use, dice: again, die: one }) => JSON.stringify([type, use, again, one]);
  return moves.filter((move, index) => moves.findIndex((other) => dice(other) === dice(move)) === index);
}

const byWords = (one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

test("milkman's steppers reach every way to fill the tanks and to load the truck", () => {
  for (const room of [[4, 4, 2], [1, 4, 2], [2, 1, 1], [0, 3, 2], [4, 2, 0]]) {
    for (const cows of [2, 3, 4, 5]) {
      const fills = vectorsWithin(room).filter((into) => total(into) === Math.min(cows, total(room)));
      checkSteps(fills, "into");
    }
    for (const most of [1, 2, 6]) checkSteps(vectorsWithin(room).filter((bottles) => total(bottles) > 0 && total(bottles) <= most), "bottles");
  }
});

const total = (vector) => vector.reduce((sum, one) => sum + one, 0);
const vectorsWithin = ([a, b, c]) =>
  upTo(a).flatMap((first) => upTo(b).flatMap((second) => upTo(c).map((third) => [first, second, third])));
const upTo = (most) => Array.from({ length: most + 1 }, (_, index) => index);

function checkSteps(vectors, field) {
  const moves = vectors.map((vector) => ({ [field]: vector }));
  const found = new Set([moves.at(-1)]);
  for (const from of found) {
    for (const place of [0, 1, 2]) {
      for (const by of [1, -1]) {
        const to = stepped(moves, from, { field, place, by });
        if (to === null) continue;
        assert.equal(to[field][place], from[field][place] + by);
        found.add(to);
      }
    }
  }
  assert.equal(found.size, moves.length, JSON.stringify(vectors));
}
