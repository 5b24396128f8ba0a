// Milkman against the contract of the table page: every view can be drawn, what is chosen is lit,
// every event has its words, and scenes end in the present.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as milkman from "../../static/js/games/milkman.js";
import { checkDrawing, checkScenes, classed, contextOf } from "./boards.mjs";
import { MAIN_DICE, POURING, buttonsOf, die, farmOf, viewOf, working, workingMoves } from "./milkman.mjs";

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

test("milkman's panel says when its offers have room in two columns beside the way out", () => {
  const panelOf = (ui) => classed(milkman.render(working(), contextOf({ legal: workingMoves(), ui })), "mm-panel")[0];
  assert.match(panelOf({ mmChoice: { dice: [2] } }).props.class, /\bhas-few\b/);
  assert.doesNotMatch(panelOf({}).props.class, /\bhas-few\b/);
  assert.doesNotMatch(panelOf({ mmChoice: { dice: [], thing: "truck", deed: "load", pick: null } }).props.class, /\bhas-few\b/);
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
  assert.equal(milkman.sentence(scenes[1].view, contextOf()), "You have the white dice. All roll.");
  assert.equal(milkman.sentence(scenes[1].view, contextOf({ seat: 1 })), "Ada has the white dice. All roll.");
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
    "Round 2: Bo takes the white dice.", "Bo rolls Truck and Milk.", "Bo pays\u00a0$2 to roll a die again.", "Bo pays\u00a0$4 to turn a die to Labour.",
    "Bo earns\u00a0$3.", "Bo gets 2 raw milk. 1 lost.", "Bo bottles tank\u00a01: 4\u00a0whole, 2\u00a0skim.", "Bo takes a customer into neighbourhood\u00a03.",
    "A new customer waits for neighbourhood\u00a03.", "Bo sends the customer of neighbourhood\u00a02 away.", "Bo unlocks the side tank for\u00a0$4.", "Bo loads 1\u00a0whole, 2\u00a0chocolate.",
    "Bo drives to neighbourhood\u00a02.", "Bo drives home to the barn.", "Bo delivers: 5 points.", "Bo delivers: 5 points and\u00a0$2.",
    "Bo pours away: skim milk.", "Bo passes the market.", "Bo is done.", "Unused dice pay: Bo\u00a0$2.", null, "The match is over.",
  ]);
});
