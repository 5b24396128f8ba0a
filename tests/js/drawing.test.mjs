// When a page is drawn: once for all that happened, and at once for what somebody chose.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Drawing } from "../../static/js/lib/drawing.js";

let pictures = [];
let drawn = 0;
let drawing;

function nextPicture() {
  for (const picture of pictures.splice(0)) picture();
}

beforeEach(() => {
  pictures = [];
  drawn = 0;
  globalThis.requestAnimationFrame = (picture) => pictures.push(picture);
  drawing = new Drawing(() => {
    drawn += 1;
  });
});

test("what happens before the next picture is drawn once", () => {
  drawing.soon();
  drawing.soon();
  assert.equal(drawn, 0);
  nextPicture();
  assert.equal(drawn, 1);
  drawing.soon();
  nextPicture();
  assert.equal(drawn, 2);
});

test("what was chosen is drawn before anything else can be pressed, and not again", () => {
  drawing.soon();
  drawing.now();
  assert.equal(drawn, 1);
  nextPicture();
  assert.equal(drawn, 1);
});

test("what happens after that waits for its own picture", () => {
  drawing.soon();
  drawing.now();
  drawing.soon();
  nextPicture();
  assert.equal(drawn, 2);
});
