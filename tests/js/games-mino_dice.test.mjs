// Mino Dice against the contract of the table page: every view can be drawn, what can be pressed is
// exactly what is legal, every event has its words, and scenes end in the present.
import assert from "node:assert/strict";
import { test } from "node:test";

import { cube } from "../../static/js/games/mino_dice/die.js";
import { COUNTS, DICE, FACES, winningPlay } from "../../static/js/games/mino_dice/dice.js";
import * as mino from "../../static/js/games/mino_dice.js";
import { h } from "../../static/js/lib/h.js";
import { NAMES, checkDrawing, checkScenes, classed, contextOf } from "./boards.mjs";

const NO_TRICK = { leader: 1, colour: null, plays: [] };

function minoView(changes = {}) {
  const seats = changes.scores?.length ?? 3;
  const each = (value) => Array(seats).fill(value);
  return {
    phase: "roll", hand_no: 3, hands: 8, leader: 1, hand: ["griffin", "red", "red"], hand_sizes: each(3),
    bids: each(1), bid_made: each(true), trick: NO_TRICK, last_trick: null, tricks: each(0), bonus: each(0),
    scores: each(0), hands_played: [], ...changes,
  };
}

const bids = (most) => Array.from({ length: most + 1 }, (_, tricks) => ({ type: "bid", tricks }));
const rolls = (...dice) => dice.map((die) => ({ type: "roll", die }));
const play = (seat, die, face) => ({ seat, die, face });
const BIDDING = { phase: "bid", bids: [null, null, null], bid_made: [false, true, false] };
const RED_LED = { leader: 1, colour: "red", plays: [play(1, "red", 6), play(2, "mermaid", "flag")] };
const TAKEN = { leader: 1, colour: "red", plays: [...RED_LED.plays, play(0, "griffin", "griffin")], winner: 0 };
const DONE = { bids: [1, 0, 2], tricks: [2, 0, 1], bonus: [0, 0, 0], points: [-10, 30, -10] };

test("mino_dice draws bidding, rolling, waiting, watching, six seats and the end", () => {
  const eight = ["minotaur", "griffin", "mermaid", "red", "yellow", "purple", "purple", "grey"];
  const cases = [
    [minoView(BIDDING), { legal: bids(3) }],
    [minoView({ ...BIDDING, bids: [2, null, null], bid_made: [true, true, false] }), {}],
    [minoView(BIDDING), { pending: { type: "bid", tricks: 3 } }],
    [minoView({ hand_no: 8, hand: eight }), { legal: rolls(...DICE), ui: { mdOpen: "help" } }],
    [minoView({ trick: RED_LED, tricks: [0, 3, 0], bonus: [0, 120, 50], last_trick: TAKEN }), { ui: { mdLast: true } }],
    [minoView({ hand: [], trick: RED_LED }), { seat: null, ui: { mdOpen: "sheet" } }],
    [minoView({ ...BIDDING, hand: [], bids: Array(6).fill(null), bid_made: Array(6).fill(false), scores: Array(6).fill(-120) }), { seat: null }],
    [minoView({ phase: "over", hand: [], hand_sizes: [0, 0, 0], hands_played: [DONE], last_trick: TAKEN, scores: DONE.points }), {}],
  ];
  for (const [view, given] of cases) {
    const context = contextOf(given);
    checkDrawing(mino.render(view, context));
    assert.ok(mino.sentence(view, context));
  }
});

test("mino_dice offers exactly the legal bids: a tap lifts, the second bids", () => {
  for (const legal of [[], bids(1), bids(8)]) {
    const view = minoView(BIDDING);
    const buttons = classed(mino.render(view, contextOf({ legal })), "md-tap");
    assert.equal(buttons.length, legal.length);
    assert.deepEqual(buttons.map((_, index) => tapTwice(view, legal, index)), legal);
  }
});

test("mino_dice lets every die of a legal kind be rolled, and no other", () => {
  const cases = [[rolls("griffin", "red"), NO_TRICK, 3], [rolls("red"), RED_LED, 2], [[], RED_LED, 0]];
  for (const [legal, trick, dice] of cases) {
    const view = minoView({ trick });
    const buttons = classed(mino.render(view, contextOf({ legal })), "md-tap");
    assert.equal(buttons.length, dice);
    assert.deepEqual(new Set(buttons.map((_, index) => tapTwice(view, legal, index))), new Set(legal));
  }
});

/** Lift with one tap, look that it alone is lifted and nothing was sent, tap again. */
function tapTwice(view, legal, index) {
  const context = contextOf({ legal });
  classed(mino.render(view, context), "md-tap")[index].props.onclick();
  assert.deepEqual(context.played, []);
  const buttons = classed(mino.render(view, context), "md-tap");
  assert.deepEqual(buttons.flatMap(({ props }, at) => (props["aria-pressed"] ? [at] : [])), [index]);
  buttons[index].props.onclick();
  assert.equal(context.played.length, 1);
  return context.played[0];
}

test("mino_dice's button plays what is lifted, and goes when the trick is another", () => {
  const legal = rolls("griffin", "red");
  const context = contextOf({ legal });
  const view = minoView();
  classed(mino.render(view, context), "md-tap")[0].props.onclick();
  const later = minoView({ tricks: [0, 1, 0] });
  assert.equal(classed(mino.render(later, context), "md-play").length, 0);
  const [button] = classed(mino.render(view, context), "md-play");
  assert.equal(button.children[0], "Roll the griffin");
  button.props.onclick();
  assert.deepEqual(context.played, [legal[0]]);
});

test("mino_dice says what binds, and why a tapped die cannot be rolled", () => {
  const view = minoView({ trick: RED_LED, hand: ["red", "purple"] });
  const context = contextOf({ legal: rolls("red") });
  assert.equal(mino.sentence(view, context), "Red was led. Roll red or a special die.");
  const [held] = classed(mino.render(view, context), "md-why");
  held.props.onclick();
  assert.deepEqual(context.played, []);
  assert.equal(mino.sentence(view, context), "Not that one: you hold red, so it is red or a special die.");
  const free = minoView({ trick: RED_LED, hand: ["grey"] });
  assert.equal(mino.sentence(free, contextOf({ legal: rolls("grey") })), "Red binds, and you have none. Roll any die.");
  const late = { ...RED_LED, plays: [...RED_LED.plays].reverse() };
  assert.equal(mino.sentence(minoView({ trick: late }), contextOf({ legal: rolls("red") })), "Red binds now. Roll red or a special die.");
});

test("mino_dice lights the die that takes the trick as it lies", () => {
  const faces = (...shown) => winningPlay(shown.map((face, seat) => play(seat, "grey", face)))?.seat ?? null;
  assert.equal(faces(), null);
  assert.equal(faces(7, 7, 6), 1);
  assert.equal(faces("flag", "flag", "flag"), 0);
  assert.equal(faces("griffin", "minotaur", "mermaid"), 2);
  assert.equal(faces("mermaid", "minotaur", "mermaid", "griffin"), 2);
  assert.equal(faces("griffin", "minotaur", "griffin", 5), 1);
  assert.equal(faces("mermaid", "griffin", "griffin"), 2);
  assert.equal(faces("mermaid", 7, "mermaid"), 2);
  assert.equal(faces("flag", 1, "flag"), 1);
  const [lit] = classed(mino.render(minoView({ trick: RED_LED }), contextOf()), "is-lit");
  assert.equal(lit.props["aria-label"], "Bo: red die, shows 6, the best so far");
});

test("mino_dice's dice have six faces, thirty-six lie in the bag, and a rolled one shows its face", () => {
  assert.equal(DICE.reduce((sum, die) => sum + COUNTS[die], 0), 36);
  for (const die of DICE) {
    assert.equal(FACES[die].length, 6);
    for (const face of new Set(FACES[die])) {
      const rolling = cube(h, { die, face, rolling: true });
      const shown = classed(rolling, "md-side").map((side) => JSON.stringify(side.children));
      assert.equal(shown.length, 6);
      assert.equal(JSON.stringify(classed(cube(h, { die, face }), "is-front")[0].children), shown[0]);
    }
  }
});

test("mino_dice shows all bids together after a count", () => {
  const before = minoView({ ...BIDDING, bids: [2, null, null], bid_made: [true, true, false] });
  const after = minoView({ bids: [2, 0, 1] });
  const scenes = mino.scenes(after, [], before);
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["count", "count", "shown", undefined]);
  const shown = scenes.map(({ view }) => classed(mino.render(view, contextOf()), "is-open").length);
  assert.deepEqual(shown, [0, 0, 3, 0]);
  checkScenes(mino, scenes);
});

test("mino_dice rolls each die to be seen, and takes the trick before the next lead", () => {
  const one = minoView({ trick: { ...RED_LED, plays: RED_LED.plays.slice(0, 1) }, hand_sizes: [3, 2, 3] });
  const two = minoView({ trick: RED_LED, hand_sizes: [3, 2, 2] });
  const rolled = mino.scenes(two, [], one);
  assert.deepEqual(rolled.map(({ view }) => view.scene?.name), ["roll", undefined]);
  checkScenes(mino, rolled);
  const after = minoView({
    hand: ["red", "red"], hand_sizes: [2, 2, 2], trick: { ...NO_TRICK, leader: 0 }, last_trick: TAKEN,
    tricks: [1, 0, 0], bonus: [50, 0, 0],
  });
  const taken = mino.scenes(after, [{ type: "trick", winner: 0, bonus: 50 }], two);
  assert.deepEqual(taken.map(({ view }) => view.scene?.name), ["roll", "taken", "collect", undefined]);
  assert.deepEqual(taken.map(({ view }) => view.tricks[0]), [0, 1, 1, 1]);
  assert.deepEqual(taken.map(({ view }) => view.bonus[0]), [0, 50, 50, 50]);
  assert.deepEqual(taken.map(({ view }) => view.trick.plays.length), [3, 3, 3, 0]);
  assert.deepEqual(taken[0].view.hand_sizes, [2, 2, 2]);
  checkScenes(mino, taken);
  assert.equal(mino.scenes(after, [], null).length, 1);
  assert.equal(mino.scenes(after, [], after).length, 1);
});

test("mino_dice says you to who rolls and takes, and the name to others", () => {
  const one = minoView({ trick: { ...RED_LED, plays: RED_LED.plays.slice(0, 1) }, hand_sizes: [3, 2, 3] });
  const [rolled] = mino.scenes(minoView({ trick: RED_LED, hand_sizes: [3, 2, 2] }), [], one);
  const { seat } = RED_LED.plays.at(-1);
  assert.match(mino.sentence(rolled.view, contextOf({ seat })), /^You roll a /);
  assert.match(mino.sentence(rolled.view, contextOf({ seat: null })), new RegExp(`^${NAMES[seat]} rolls a `));
  const view = { ...rolled.view, scene: { name: "taken", winner: 1, bonus: 0 } };
  assert.equal(mino.sentence(view, contextOf({ seat: 1 })), "You take it with a 6.");
  assert.equal(mino.sentence(view, contextOf({ seat: null })), "Bo takes it with a 6.");
  const ribbon = (shown, given) => classed(mino.render(shown, contextOf(given)), "md-ribbon")[0].children.join("");
  assert.equal(ribbon(view, { seat: 1 }), "You take it");
  assert.equal(ribbon(view, { seat: 0 }), "Bo takes it");
  const bonus = { ...view, scene: { ...view.scene, bonus: 30 } };
  assert.equal(ribbon(bonus, { seat: 1 }), "You take it, +30");
  const looked = minoView({ last_trick: TAKEN });
  assert.equal(ribbon(looked, { seat: 0, ui: { mdLast: true } }), "You took it");
  assert.equal(ribbon(looked, { seat: 2, ui: { mdLast: true } }), "Ada took it");
});

test("mino_dice lets the dice of a trick travel to the stool of whoever took it", () => {
  const view = minoView({ trick: TAKEN, scene: { name: "collect", winner: 2 } });
  const [by] = classed(mino.render(view, contextOf()), "md-name").filter((one) => classed(one, "md-collected").length > 0);
  assert.match(JSON.stringify(by.children), /"Cleo"/);
  assert.equal(classed(by, "md-pile").length, TAKEN.plays.length);
});

test("mino_dice reckons a hand and writes the sheet before the next draw", () => {
  const before = minoView({ hand: ["griffin"], hand_sizes: [1, 0, 0], trick: RED_LED, bids: DONE.bids, tricks: [1, 0, 1] });
  const after = minoView({
    ...BIDDING, hand_no: 4, hand: Array(4).fill("grey"), hand_sizes: [4, 4, 4], last_trick: TAKEN,
    scores: DONE.points, hands_played: [DONE],
  });
  const scenes = mino.scenes(after, [], before);
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["roll", "taken", "collect", "reckon", "points", undefined]);
  assert.deepEqual(scenes.map(({ view }) => view.hand.length), [0, 0, 0, 0, 0, 4]);
  assert.deepEqual(scenes.map(({ view }) => view.scores[0]), [0, 0, 0, 0, -10, -10]);
  checkScenes(mino, scenes);
});

test("mino_dice marks a bid that is made, and one that is overdone", () => {
  const tree = mino.render(minoView({ bids: [1, 1, 2], tricks: [1, 2, 0] }), contextOf());
  const tallies = classed(tree, "md-pips").map(({ props }) => [props["aria-label"], props.class]);
  assert.deepEqual(tallies, [
    ["Bid 1, took 2: too many", "md-pips is-over"], ["Bid 2, took 0", "md-pips"], ["Bid 1, took 1", "md-pips is-made"],
  ]);
});

test("mino_dice says a great bid in figures where its pips would not fit", () => {
  const tree = mino.render(minoView({ bids: [4, 1, 8], tricks: [4, 5, 3] }), contextOf());
  assert.deepEqual(classed(tree, "md-pips").map(({ props }) => props.class).sort(), ["md-pips is-made", "md-pips is-many", "md-pips is-over is-many"]);
});

test("mino_dice has words for every event", () => {
  const context = contextOf();
  assert.deepEqual(
    [
      { type: "draw", hand_no: 1, leader: 1 },
      { type: "draw", hand_no: 2, leader: 2 },
      { type: "bid", seat: 1 },
      { type: "bids", all: [1, 0, 2] },
      { type: "roll", seat: 2, die: "grey", face: "flag" },
      { type: "roll", seat: 0, die: "red", face: 7 },
      { type: "trick", winner: 0, bonus: 0 },
      { type: "trick", winner: 0, bonus: 60 },
      { type: "hand_end", points: [40, -10, 0] },
      { type: "match_end" },
    ].map((event) => mino.say(event, context)),
    [
      "Hand 1: everybody draws 1 die. Bo leads first.", "Hand 2: everybody draws 2 dice. Cleo leads first.",
      "Bo has bid.", "The bids: Ada\u00a01, Bo\u00a00, Cleo\u00a02.", "Cleo rolls a grey die: a flag.", "Ada rolls a red die: 7.",
      "Ada takes the trick.", "Ada takes the trick:\u00a0+60 waiting as a bonus.", "The hand ends: Ada\u00a0+40, Bo\u00a0−10, Cleo\u00a00.", "The match is over.",
    ],
  );
});

test("mino_dice's sheet lies there at the end, but not under the result, and stays while dice roll", () => {
  const over = minoView({ phase: "over", hand: [], hand_sizes: [0, 0, 0], hands_played: [DONE], scores: DONE.points });
  const sheets = (resultOpen) => classed(mino.render(over, { ...contextOf({ ui: { mdOpen: "sheet" } }), resultOpen }), "md-sheet").length;
  assert.deepEqual([sheets(false), sheets(true)], [1, 0]);
  const rolls = { ...minoView({ hand: [], trick: RED_LED }), scene: { name: "roll" } };
  assert.equal(classed(mino.render(rolls, contextOf({ ui: { mdOpen: "sheet" } })), "md-sheet").length, 1);
});
