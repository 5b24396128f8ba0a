// Milkman against the contract of the table page: every view can be drawn, every legal move can be
// reached and is sent as it came, every event has its words, and scenes end in the present.
import assert from "node:assert/strict";
import { test } from "node:test";

import { stepped } from "../../static/js/games/milkman/moves.js";
import * as milkman from "../../static/js/games/milkman.js";
import { checkDrawing, checkScenes, classed, contextOf } from "./boards.mjs";

const die = (face, colour = "black", used = false) => ({ colour, face, used });
const FACES = ["money", "milk", "bottle", "labor", "truck", "spilt"];
const KINDS = ["whole", "skim", "chocolate"];

function farmOf(changes = {}) {
  return {
    money: 9, cows: 3, tanks: [3, 1], side: 1, barn: [2, 1, 0],
    truck: { at: 0, big: false, load: [0, 1, 0], points: 3 },
    orders: [{ id: 6, zone: 1, order: [0, 2, 0], points: 2 }], delivered: [], score: 4,
    dice: [die("truck"), die("bottle")], rerolls: 2, acted: false, market: "open", pouring: false, done: false, ...changes,
  };
}

function viewOf(farms, changes = {}) {
  return {
    phase: "turn", round: 1, rounds: 6, start: 0, main: 0, deck: 20, discards: 2,
    customers: [
      { id: 17, order: [2, 1, 0], points: 5 }, null,
      { id: 33, order: [2, 2, 2], points: 11 }, { id: 1, order: [2, 0, 0], points: 2 },
    ],
    farms, ...changes,
  };
}

const MAIN_DICE = [die("truck"), die("bottle"), die("labor", "white"), die("milk", "white"), die("bottle", "white"), die("spilt", "white")];
const WHITE_LEFT = { use: [1, 4] };
const MILKINGS = [[0, 2, 1], [0, 3, 0], [1, 1, 1], [1, 2, 0]];
const LOADS = [[0, 1, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 1, 0]];

/** A farm in the middle of its turn, and all it may do. */
function workingMoves() {
  const bottles = (use) => [0, 1].flatMap((tank) => KINDS.flatMap((kind) => [null, ...KINDS].map((side) => ({ use, tank, kind, side, type: "bottle" }))))
    .concat(KINDS.map((kind) => ({ use, tank: 2, kind, side: null, type: "bottle" })));
  return [
    ...[[0], [1], [0, 1]].map((dice) => ({ dice, type: "reroll" })),
    ...[0, 1, 5].map((one) => ({ die: one, type: "pay_reroll" })),
    ...FACES.filter((face) => face !== "truck").map((face) => ({ die: 0, face, type: "pay_change" })),
    { ...WHITE_LEFT, type: "earn" },
    ...[[3], [1, 4]].flatMap((use) => MILKINGS.map((into) => ({ use, into, type: "milk" }))),
    ...[[4], [1, 4]].flatMap(bottles),
    ...[[2], [1, 4]].flatMap((use) => [1, 3, 4].map((zone) => ({ use, zone, type: "claim" }))),
    ...[[2], [1, 4]].flatMap((use) => ["cow", "big_truck"].map((what) => ({ use, what, type: "upgrade" }))),
    ...[[0], [1, 4]].map((use) => ({ use, type: "truck" })),
    ...[[5], [1, 4]].flatMap((use) => [1, 3, 4].map((zone) => ({ use, zone, type: "remove_customer" }))),
    ...[[5], [1, 4]].map((use) => ({ use, type: "spill" })),
    ...LOADS.map((bottles_) => ({ bottles: bottles_, type: "load" })),
    { to: 1, type: "drive" },
    { customer: 6, type: "deliver" },
    { type: "pass_market" },
    { type: "done" },
  ];
}

const SOURCES = ["tank0", "tank1", "side", "barn_whole", "barn_skim", "truck_skim"];
const POURING = [...SOURCES.map((from) => ({ from, type: "pour" })), { type: "pour_end" }];
const working = () => viewOf([farmOf({ dice: MAIN_DICE }), farmOf({ market: "waiting" })]);

/** What a person sees and taps: all buttons that are not disabled. */
const buttonsOf = (tree) =>
  ["mm-die", "mm-thing", "mm-chip", "mm-done", "mm-go", "mm-clear", "mm-step", "mm-kind"]
    .flatMap((name) => classed(tree, name)).filter((node) => node.tag === "button" && !node.props.disabled);

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

test("milkman draws working, pouring, waiting, done, watching, looking at others, and the end", () => {
  const waiting = viewOf([farmOf(), farmOf({ market: "waiting", dice: MAIN_DICE })], { main: 1 });
  const cases = [
    [working(), { legal: workingMoves() }],
    [working(), { legal: workingMoves(), ui: { mmChoice: { dice: [1], thing: null, deed: "bottle:0", pick: null } } }],
    [working(), { legal: workingMoves(), ui: { mmChoice: { dice: [], thing: "truck", deed: "load", pick: null } } }],
    [viewOf([farmOf({ pouring: true }), farmOf()]), { legal: POURING }],
    [viewOf([farmOf({ done: true, market: "passed" }), farmOf()]), {}],
    [waiting, { seat: null }],
    [waiting, { ui: { mmLook: 1 } }],
    [waiting, { seat: 1, pending: { type: "done" } }],
    [viewOf([farmOf(), farmOf(), farmOf({ side: null, truck: { at: 4, big: true, load: [3, 3, 3], points: 0 } }), farmOf()], { phase: "over" }), {}],
  ];
  for (const [view, given] of cases) {
    const context = contextOf(given);
    checkDrawing(milkman.render(view, context));
    assert.ok(milkman.sentence(view, context));
  }
});

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

test("milkman lights what a die can do, and the dice that could do something with a thing", () => {
  const lit = (ui) => {
    const tree = milkman.render(working(), contextOf({ legal: workingMoves(), ui }));
    const names = (part, data) => classed(tree, part).filter(({ props }) => props.class.includes("is-lit")).map(({ props }) => props[data]);
    return { things: names("mm-thing", "data-thing"), dice: names("mm-die", "data-die") };
  };
  assert.deepEqual(lit({ mmChoice: { dice: [2] } }).things, ["cows", "zone1", "zone3", "zone4", "truck"]);
  assert.deepEqual(lit({ mmChoice: { thing: "cows" } }).dice, [1, 2, 3, 4]);
  assert.deepEqual(lit({ mmChoice: { thing: "tank0" } }).dice, [1, 3, 4]);
});

test("milkman offers a wild pair, and forgets a choice that is no longer possible", () => {
  const chosen = { mmChoice: { dice: [1], thing: null, deed: null, pick: null } };
  const context = contextOf({ legal: workingMoves(), ui: chosen });
  const [pair] = classed(milkman.render(working(), context), "is-pair");
  pair.props.onclick();
  assert.deepEqual(context.ui.mmChoice.dice, [1, 4]);
  const later = milkman.render(working(), contextOf({ legal: [{ type: "done" }], ui: context.ui }));
  assert.equal(classed(later, "is-chosen").length, 0);
  assert.equal(classed(later, "mm-done").length, 1);
});

test("milkman asks before a turn ends with something left, and not otherwise", () => {
  const legal = [{ type: "done" }];
  const context = contextOf({ legal });
  classed(milkman.render(working(), context), "mm-done")[0].props.onclick();
  assert.deepEqual(context.played, []);
  classed(milkman.render(working(), context), "mm-done")[0].props.onclick();
  assert.deepEqual(context.played, legal);
  const spent = viewOf([farmOf({ dice: [die("truck", "black", true), die("milk", "black", true)], truck: { at: 0, big: false, load: [0, 0, 0], points: 0 } }), farmOf()]);
  const at_once = contextOf({ legal });
  classed(milkman.render(spent, at_once), "mm-done")[0].props.onclick();
  assert.deepEqual(at_once.played, legal);
});

test("milkman has a place for taking back", () => {
  const back = [];
  const context = { ...contextOf({ legal: [{ type: "done" }] }), canUndo: 7, undo: () => back.push("one"), undoAll: () => back.push("all") };
  for (const button of classed(milkman.render(working(), context), "is-undo")) button.props.onclick();
  assert.deepEqual(back, ["one", "all"]);
  const none = { ...context, canUndo: null };
  assert.equal(classed(milkman.render(working(), none), "is-undo").length, 0);
});

test("milkman shows a farm in the large, and the way back to my own", () => {
  const context = contextOf({ legal: workingMoves() });
  classed(milkman.render(working(), context), "mm-look")[0].props.onclick();
  assert.equal(context.ui.mmLook, 1);
  const tree = milkman.render(working(), context);
  assert.equal(buttonsOf(tree).length, 1);
  buttonsOf(tree)[0].props.onclick();
  assert.equal(context.ui.mmLook, null);
});

test("milkman pays for unused dice and throws again before the next turn", () => {
  const before = viewOf([farmOf({ done: true }), farmOf({ dice: MAIN_DICE, truck: { at: 2, big: false, load: [0, 0, 0], points: 2 } })], { main: 1 });
  const after = viewOf([farmOf({ money: 11, dice: MAIN_DICE }), farmOf({ money: 15 })], { main: 0, round: 2 });
  const scenes = milkman.scenes(after, [], before);
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["pay", "roll", undefined]);
  assert.deepEqual(scenes[0].view.scene.pay, [2, 6]);
  assert.equal(scenes[0].view.main, 1);
  assert.equal(scenes[0].view.farms[1].truck.points, 0);
  assert.equal(scenes.at(-1).view, after);
  checkScenes(milkman, scenes);
  const over = milkman.scenes({ ...after, phase: "over" }, [], before);
  assert.deepEqual(over.map(({ view }) => view.scene?.name), ["pay", undefined]);
  assert.equal(milkman.scenes(before, [], before).length, 1);
});

test("milkman has words for every event", () => {
  const context = contextOf();
  const dice = [{ die: 0, colour: "black", face: "truck" }, { die: 1, colour: "black", face: "milk" }];
  const said = [
    { type: "turn", round: 1, main: 1 },
    { type: "rolled", seat: 1, dice },
    { type: "paid", seat: 1, die: 3, cost: 2, face: null },
    { type: "paid", seat: 1, die: 3, cost: 4, face: "labor" },
    { type: "earned", seat: 1, money: 3 },
    { type: "milked", seat: 1, into: [2, 0, 0], lost: 1 },
    { type: "bottled", seat: 1, tank: 0, kind: "whole", side: "skim", bottles: [4, 2, 0], lost: 0 },
    { type: "claimed", seat: 1, id: 17, zone: 3 },
    { type: "refilled", zone: 3, id: 18 },
    { type: "removed", seat: 1, id: 17, zone: 2 },
    { type: "upgraded", seat: 1, what: "side_tank", cost: 4 },
    { type: "loaded", seat: 1, bottles: [1, 0, 2] },
    { type: "drove", seat: 1, to: 2 },
    { type: "drove", seat: 1, to: 0 },
    { type: "delivered", seat: 1, id: 17, points: 5, pay: 0 },
    { type: "delivered", seat: 1, id: 17, points: 5, pay: 2 },
    { type: "poured", seat: 1, from: "truck_skim" },
    { type: "passed", seat: 1 },
    { type: "done", seat: 1 },
    { type: "unused", pay: [0, 2] },
    { type: "unused", pay: [0, 0] },
    { type: "match_end" },
  ].map((event) => milkman.say(event, context));
  assert.deepEqual(said, [
    "Round 2: Bo takes the white dice.", "Bo rolls Truck, Milk.", "Bo pays $2 to roll a die again.", "Bo pays $4 to turn a die to Labor.",
    "Bo earns $3.", "Bo gets 2 raw milk. 1 lost.", "Bo bottles tank 1: 4 whole, 2 skim.", "Bo takes a customer into neighbourhood 3.",
    "A new customer waits in zone 3.", "Bo sends the customer of zone 2 away.", "Bo unlocks the side tank for $4.", "Bo loads 1 whole, 2 chocolate.",
    "Bo drives to neighbourhood 2.", "Bo drives home to the barn.", "Bo delivers: 5 points.", "Bo delivers: 5 points and $2.",
    "Bo pours away: skim milk.", "Bo passes the market.", "Bo is done.", "Unused dice pay: Bo $2.", null, "The match is over.",
  ]);
});
