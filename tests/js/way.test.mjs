// From where to where something travels, and where it is meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";

import { carried, framesOf, isSame, placeOn } from "../../static/js/lib/way.js";

globalThis.DOMRect ??= class {
  constructor(x, y, width, height) {
    Object.assign(this, { x, y, width, height });
  }
};

const TO = new DOMRect(100, 50, 40, 20);
const WAY = { x: -60, y: 30, size: 2, unit: 1 };
const as = ({ x, y, width, height }) => [x, y, width, height];

test("a thing sets out from its origin, is half way in the middle, and arrives", () => {
  assert.deepEqual(as(placeOn(WAY, TO, 1)), [20, 70, 80, 40]);
  assert.deepEqual(as(placeOn(WAY, TO, 0.5)), [60, 60, 60, 30]);
  assert.deepEqual(as(placeOn(WAY, TO, 0)), as(TO));
});

test("an animation says it in the element's own pixels, and ends where the thing lies", () => {
  const [first, last] = framesOf({ ...WAY, unit: 2 });
  assert.deepEqual([first.translate, first.scale], ["-30px 15px", "2"]);
  assert.deepEqual([last.translate, last.scale], ["0px 0px", "1"]);
});

test("what is carried along goes as much further as it is seen further", () => {
  const thought = placeOn(WAY, TO, 0.5);
  const seen = new DOMRect(thought.x, thought.y - 25, thought.width, thought.height);
  assert.deepEqual(as(carried(TO, thought, seen)), [100, 25, 40, 20]);
  assert.ok(isSame(carried(TO, thought, thought), TO));
});
