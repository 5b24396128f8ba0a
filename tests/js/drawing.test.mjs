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

/** A table and what lies beside it, which say what they do; so many parts are owed after the table. */
function stepsOf(told, parts = 0) {
  let owed = null;
  return [
    (whole) => {
      told.push(whole ? "whole" : owed === null ? "table" : "part");
      owed = whole ? 0 : owed === null ? parts : owed - 1;
      if (owed > 0) return true;
      owed = null;
    },
    () => void told.push("beside"),
  ];
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

test("each step has a picture to itself", () => {
  const told = [];
  drawing = new Drawing(...stepsOf(told));
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
  drawing = new Drawing(...stepsOf(told));
  for (let picture = 0; picture < 4; picture += 1) {
    drawing.soon();
    nextPicture();
  }
  assert.deepEqual(told, ["table", "beside", "table", "beside"]);
  drawing.now();
  assert.deepEqual(told.slice(4), ["whole", "beside"]);
  nextPicture();
  assert.equal(told.length, 6);
});

test("a step that is too much for one picture goes on with the next ones, before anything else", () => {
  const told = [];
  drawing = new Drawing(...stepsOf(told, 2));
  drawing.soon();
  nextPicture();
  drawing.soon();
  for (let picture = 0; picture < 8; picture += 1) nextPicture();
  const once = ["table", "part", "part", "beside"];
  assert.deepEqual(told, [...once, ...once]);
});

test("a choice leaves nothing to come, whatever was still owed", () => {
  const told = [];
  drawing = new Drawing(...stepsOf(told, 2));
  drawing.soon();
  nextPicture();
  drawing.now();
  assert.deepEqual(told, ["table", "whole", "beside"]);
  nextPicture();
  assert.equal(told.length, 3);
});

test("a step that fails keeps nothing that comes later from being drawn", () => {
  const told = [];
  const [table, beside] = stepsOf(told);
  const broken = () => {
    throw new Error("no such part");
  };
  drawing = new Drawing(table, broken, beside);
  drawing.soon();
  nextPicture();
  assert.throws(nextPicture, /no such part/);
  nextPicture();
  drawing.soon();
  nextPicture();
  assert.deepEqual(told, ["table", "beside", "table"]);
});

test("a step that fails at once is told of, and the others are drawn", () => {
  const told = [];
  const failures = [];
  globalThis.reportError = (error) => failures.push(error.message);
  const [table, beside] = stepsOf(told);
  const broken = () => {
    throw new Error("no such part");
  };
  drawing = new Drawing(table, broken, beside);
  drawing.now();
  assert.deepEqual(told, ["whole", "beside"]);
  assert.deepEqual(failures, ["no such part"]);
});

test("out of sight all of it is drawn at once", async () => {
  const told = [];
  drawing = new Drawing(...stepsOf(told, 2));
  document.hidden = true;
  drawing.soon();
  await new Promise((done) => setTimeout(done, 5));
  assert.deepEqual(told, ["whole", "beside"]);
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
