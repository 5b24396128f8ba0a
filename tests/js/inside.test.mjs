// A bubble stays between the edges of the table, and does not move without need.
import assert from "node:assert/strict";
import { test } from "node:test";

import { wayInside } from "../../static/js/lib/inside.js";

const EDGES = { left: 0, right: 320 };

test("what sticks out moves in, and what lies inside stays", () => {
  assert.equal(wayInside({ left: 100, right: 200 }, EDGES), 0);
  assert.equal(wayInside({ left: 260, right: 360 }, EDGES), -44);
  assert.equal(wayInside({ left: -30, right: 60 }, EDGES), 34);
});

test("what is wider than the table begins at its left edge", () => {
  assert.equal(wayInside({ left: -20, right: 400 }, EDGES), 24);
  assert.equal(wayInside({ left: 10, right: 400 }, EDGES), -6);
});
