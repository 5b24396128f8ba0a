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
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
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

test("what lies beside has the picture after it to itself", () => {
  const told = [];
  drawing = new Drawing(
    () => told.push("table"),
    () => told.push("beside"),
  );
  drawing.soon();
  nextPicture();
  assert.deepEqual(told, ["table"]);
  nextPicture();
  assert.deepEqual(told, ["table", "beside"]);
  nextPicture();
  assert.equal(told.length, 2);
});

test("however much there is to draw, it comes in turn, and a choice draws all of it", () => {
  const told = [];
  drawing = new Drawing(
    () => told.push("table"),
    () => told.push("beside"),
  );
  for (let picture = 0; picture < 4; picture += 1) {
    drawing.soon();
    nextPicture();
  }
  assert.deepEqual(told, ["table", "beside", "table", "beside"]);
  drawing.now();
  assert.deepEqual(told.slice(4), ["table", "beside"]);
  nextPicture();
  assert.equal(told.length, 6);
});

test("a tab that nobody sees is drawn without pictures, and once", async () => {
  document.hidden = true;
  drawing.soon();
  drawing.soon();
  await new Promise((done) => setTimeout(done));
  assert.equal(drawn, 1);
  assert.equal(pictures.length, 0);
});

test("what waits for its picture when the tab goes out of sight does not wait for its return", async () => {
  drawing.soon();
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((done) => setTimeout(done));
  assert.equal(drawn, 1);
  nextPicture();
  assert.equal(drawn, 1);
});
