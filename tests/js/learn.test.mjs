import assert from "node:assert/strict";
import { test } from "node:test";
import * as gnav from "../../static/js/games/gnav.js";
import * as milkman from "../../static/js/games/milkman.js";
import * as milkuro from "../../static/js/games/milkuro.js";
import * as minoDice from "../../static/js/games/mino_dice.js";
import { stepIn } from "../../static/js/learn/address.js";
import { drawCard } from "../../static/js/learn/card.js";
import { placesOf } from "../../static/js/learn/light.js";
import { drawLearning } from "../../static/js/learn/page.js";
import { tableOf } from "../../static/js/learn/table.js";
import { h } from "../../static/js/lib/h.js";
import { classed } from "./boards.mjs";

test("a step in the address counts from one, and nonsense is the beginning", () => {
  const steps = { "": 0, "?step=1": 0, "?step=3": 2, "?step=8": 7, "?step=99": 7, "?step=0": 0, "?step=x": 0, "?step=-2": 0 };
  for (const [search, at] of Object.entries(steps)) assert.equal(stepIn(search, 7), at, search);
});

const VIEW = {};
const lamp = (board, move) => placesOf(board, move, VIEW, {});

test("the lamp falls on the one button of a move, where a hint would point", () => {
  assert.deepEqual(lamp(gnav, { type: "swap" }), [':is(.gnav-move[data-move="swap"])']);
  assert.deepEqual(lamp(minoDice, { type: "bid", tricks: 0 }), [':is(.md-tap[data-bid="0"])']);
  assert.deepEqual(lamp(minoDice, { type: "roll", die: "red" }), [':is(.md-tap[data-die="red"])']);
  assert.deepEqual(lamp(milkuro, { type: "follow", card: 7 }), [':is(.mk-tap[data-card="7"])']);
  assert.deepEqual(lamp(milkuro, { type: "lead", card: 7, colour: "black" }), [':is(.mk-tap[data-card="7"][data-colour="black"])']);
});

test("on the farm it falls on the die first, then on its deed and the details", () => {
  const chosen = '.milkman:has([data-die="1"][aria-pressed="true"])';
  assert.deepEqual(lamp(milkman, { type: "claim", use: [1], zone: 2 }), [
    `${chosen} [data-deed="go"]`,
    `${chosen} [data-deed="leave"]`,
    `${chosen} [data-deed="claim:2"]`,
    `${chosen} [data-deed="claim"]`,
    '[data-die="1"]:not([aria-pressed="true"])',
  ]);
  assert.ok(lamp(milkman, { type: "drive", to: 1 }).includes('.milkman [data-deed="drive:1"]'));
});

test("on the farm it is told what a step speaks of, before and afterwards", () => {
  const bottle = { type: "bottle", use: [0], tank: 0, kind: "whole", side: null };
  assert.deepEqual(milkman.about(bottle, false), ['[data-thing="tank0"]', '[data-thing="barn"]', ".mm-market"]);
  assert.deepEqual(milkman.about(bottle, true), ['[data-thing="barn"]']);
  assert.deepEqual(milkman.about({ type: "milk", use: [2], into: [2, 0, 0] }, true), ['[data-thing="cows"]', '[data-thing="tank0"]']);
  assert.deepEqual(milkman.about({ type: "reroll", dice: [0] }, false), []);
});

const STEP = { key: "stir", move: { type: "stir" }, legal: [], frames: [{}] };
const words = (phase, tried = false) => {
  const learning = { t: (key) => key, game: { key: "sugar" }, phase, tried, at: 0, step: STEP, steps: [STEP], seats: 2, name: String };
  const [said, ...unseen] = classed(drawCard(learning), "lesson-words");
  const texts = (node) => node.children.flatMap((child) => child.children);
  return { said: texts(said), unseen: unseen.map(texts) };
};

test("what was asked for is no longer asked while it happens, and no step is higher than the card", () => {
  assert.deepEqual(words("ask").said, ["lesson.sugar.stir", "lesson.sugar.stir.ask"]);
  assert.deepEqual(words("ask", true).said, ["lesson.else", "lesson.sugar.stir.ask"]);
  assert.deepEqual(words("play").said, ["lesson.sugar.stir", "lesson.look"]);
  assert.deepEqual(words("told").said, ["lesson.sugar.stir.told"]);
  const all = [["lesson.sugar.stir", "lesson.sugar.stir.ask"], ["lesson.else", "lesson.sugar.stir.ask"], ["lesson.sugar.stir.told"]];
  for (const phase of ["ask", "play", "told"]) assert.deepEqual(words(phase).unseen, all);
});

test("a game that points at nothing is learned without a lamp", () => {
  assert.deepEqual(lamp({}, { type: "stir" }), []);
});

test("a lesson seats its people itself where the board does not", () => {
  const t = (key) => key;
  const board = { render: () => h("p", null, "A bowl.") };
  const table = tableOf({ t, game: { key: "sugar" }, seats: 2, frame: { to_act: [0] }, step: { key: "stir" } });
  const stage = { shown: { view: VIEW, events: [] }, held: false };
  const names = ["Ada", "Bo"];
  const learning = {
    t,
    board,
    stage,
    game: { key: "sugar", name: "Sugar" },
    phase: "told",
    at: 0,
    step: { key: "stir", move: null, legal: [], frames: [] },
    steps: [{ key: "stir", move: null, legal: [], frames: [] }],
    seats: 2,
    state: { table, seat: 0, view: VIEW },
    name: (seat) => names[seat],
    context: () => ({}),
  };
  const seats = drawLearning(learning).flatMap((part) => classed(part, "seats"));
  assert.equal(seats.length, 1);
  assert.deepEqual(classed(seats[0], "seat-name").map(({ children }) => children.join("")), ["seat.you", "Bo"]);
});
