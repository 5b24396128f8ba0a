// Milkuro against the contract of the table page: every view can be drawn, what can be pressed is
// exactly what is legal, every event has its words, and scenes end in the present.
import assert from "node:assert/strict";
import { test } from "node:test";

import { signed, worth } from "../../static/js/games/milkuro/balance.js";
import * as milkuro from "../../static/js/games/milkuro.js";
import { checkDrawing, checkScenes, classed, contextOf } from "./boards.mjs";

function milkuroView(changes = {}) {
  return {
    phase: "lead", round: 0, rounds: 3, leader: 0, hand: [3, 17, 44], hand_sizes: [3, 3, 3],
    trick: { leader: 0, colour: null, plays: [] }, last_trick: null,
    piles: [{ black: 1, white: 1 }, { black: 2, white: 0 }, { black: 0, white: 0 }], scores: [0, 0, 0],
    rounds_played: [], ...changes,
  };
}

const leads = (hand) => hand.flatMap((card) => ["white", "black"].map((colour) => ({ type: "lead", card, colour })));
const follows = (hand) => hand.map((card) => ({ type: "follow", card }));
const OPEN_TRICK = { leader: 2, colour: "black", plays: [{ seat: 2, card: 9 }] };
const TAKEN = { leader: 1, colour: "white", plays: [{ seat: 1, card: 12 }, { seat: 2, card: 30 }, { seat: 0, card: 17 }], winner: 2 };
const BEFORE_TAKEN = { phase: "follow", trick: { leader: 1, colour: "white", plays: TAKEN.plays.slice(0, 2) }, hand_sizes: [3, 2, 2] };

test("milkuro draws leading, following, waiting, watching, two seats and the end", () => {
  const cases = [
    [milkuroView(), { legal: leads([3, 17, 44]) }],
    [milkuroView({ phase: "follow", trick: OPEN_TRICK }), { legal: follows([3, 17, 44]), ui: { mkSort: "black", mkSheet: true } }],
    [milkuroView({ phase: "follow", trick: OPEN_TRICK, last_trick: TAKEN }), { ui: { mkLast: true } }],
    [milkuroView({ hand: [] }), { seat: null }],
    [milkuroView({ rounds: null, hand_sizes: [3, 3], piles: [{ black: 4, white: 3 }, { black: 2, white: 2 }], scores: [1, 0] }), {}],
    [milkuroView({ phase: "over", hand: [], hand_sizes: [0, 0, 0, 0], piles: Array(4).fill({ black: 0, white: 0 }), scores: [4, -3, 0, 0], rounds_played: [{ leader: 0, piles: [], points: [4, -3, 0, 0] }] }), {}],
  ];
  for (const [view, given] of cases) {
    const context = contextOf(given);
    checkDrawing(milkuro.render(view, context));
    assert.ok(milkuro.sentence(view, context));
  }
});

test("milkuro offers exactly the legal moves: a tap lifts, the second plays the very move", () => {
  for (const legal of [[], leads([3, 17, 44]), follows([3, 44])]) {
    const view = milkuroView(legal[0]?.type === "follow" ? { phase: "follow", trick: OPEN_TRICK } : {});
    const first = contextOf({ legal });
    const taps = classed(milkuro.render(view, first), "mk-tap");
    assert.equal(taps.length, legal.length);
    const sent = taps.map((_, index) => tapTwice(view, legal, index));
    assert.deepEqual(new Set(sent), new Set(legal));
  }
});

/** Lift with one tap, look that nothing was sent, tap again. */
function tapTwice(view, legal, index) {
  const context = contextOf({ legal });
  classed(milkuro.render(view, context), "mk-tap")[index].props.onclick();
  assert.deepEqual(context.played, []);
  const lifted = classed(milkuro.render(view, context), "mk-tap")[index];
  assert.equal(lifted.props["aria-pressed"], true);
  lifted.props.onclick();
  assert.equal(context.played.length, 1);
  return context.played[0];
}

test("milkuro's button that appears plays the lifted move, and goes when it is no longer legal", () => {
  const legal = leads([3, 17]);
  const context = contextOf({ legal, ui: { mkChosen: { type: "lead", card: 17, colour: "black" } } });
  const [button] = classed(milkuro.render(milkuroView(), context), "mk-play");
  assert.equal(button.children[0], "Lead 28, black counts");
  button.props.onclick();
  assert.deepEqual(context.played, [legal[3]]);
  const later = contextOf({ legal: leads([3]), ui: { mkChosen: legal[3] } });
  assert.equal(classed(milkuro.render(milkuroView(), later), "mk-play").length, 0);
});

test("milkuro sorts the hand by either colour", () => {
  const order = (mkSort) => classed(milkuro.render(milkuroView(), contextOf({ ui: { mkSort } })), "mk-held").map(({ key }) => key);
  assert.deepEqual(order("white"), ["c3", "c17", "c44"]);
  assert.deepEqual(order("black"), ["c44", "c17", "c3"]);
});

test("milkuro underlines what reads as another number on its head, and makes room for what counts across a card", () => {
  const trick = { leader: 1, colour: "black", plays: [{ seat: 1, card: 39 }, { seat: 2, card: 18 }] };
  const tree = milkuro.render(milkuroView({ hand: [9, 16], trick }), contextOf());
  const lined = classed(tree, "is-lined").map(({ children }) => children[0]);
  assert.deepEqual(lined.sort(), ["6", "9"]);
  const across = classed(tree, "is-across").map(({ children, props }) => [children[0], props.y]);
  assert.deepEqual(across, [["6", 110.5], ["27", 110.5]]);
});

test("milkuro shows a whole trick, then its way to the taker, before the next lead", () => {
  const after = milkuroView({ hand: [3, 44], hand_sizes: [2, 2, 2], trick: { leader: 2, colour: null, plays: [] }, last_trick: TAKEN });
  const scenes = milkuro.scenes(after, [], milkuroView(BEFORE_TAKEN));
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["taken", "collect", undefined]);
  assert.deepEqual(scenes[0].view.trick.plays, TAKEN.plays);
  assert.deepEqual(scenes[0].view.hand, [3, 44]);
  assert.deepEqual(scenes[0].view.hand_sizes, [2, 2, 2]);
  assert.equal(scenes.at(-1).view, after);
  checkScenes(milkuro, scenes);
});

test("milkuro's cards lie on their way to the taker as they lay on the cloth", () => {
  const after = milkuroView({ hand: [3, 44], hand_sizes: [2, 2, 2], last_trick: TAKEN });
  const [taken, collect] = milkuro.scenes(after, [], milkuroView(BEFORE_TAKEN));
  const turns = ({ view }) =>
    classed(milkuro.render(view, contextOf()), "mk-art").map(({ props }) => props.style?.["--turn"] ?? "0deg").filter((turn) => turn !== "0deg");
  assert.deepEqual(turns(taken), ["90deg", "-90deg"]);
  assert.deepEqual(turns(collect), turns(taken));
});

test("milkuro settles the scales and writes the sheet at the end of a round", () => {
  const done = { leader: 1, piles: [{ black: 1, white: 1 }, { black: 2, white: 0 }, { black: 0, white: 1 }], points: [2, -2, -1] };
  const after = milkuroView({ round: 1, trick: { leader: 1, colour: null, plays: [] }, last_trick: TAKEN, piles: Array(3).fill({ black: 0, white: 0 }), scores: [2, -2, -1], rounds_played: [done] });
  const before = milkuroView({ ...BEFORE_TAKEN, hand: [17], hand_sizes: [1, 0, 0] });
  const scenes = milkuro.scenes(after, [], before);
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["taken", "collect", "round", "points", undefined]);
  assert.deepEqual(scenes[2].view.piles, done.piles);
  assert.deepEqual(scenes.map(({ view }) => view.scores[0]), [0, 0, 0, 2, 2]);
  checkScenes(milkuro, scenes);
  assert.equal(milkuro.scenes(milkuroView({ last_trick: TAKEN }), [], milkuroView({ last_trick: TAKEN })).length, 1);
});

test("milkuro has words for every event", () => {
  const context = contextOf();
  assert.deepEqual(
    [
      { type: "deal", round: 0, leader: 1 },
      { type: "play", seat: 1, card: 12, colour: "black" },
      { type: "trick", winner: 2, colour: "white" },
      { type: "round_end", piles: [], points: [4, -3] },
      { type: "match_end" },
    ].map((event) => milkuro.say(event, context)),
    [
      "Round 1: Bo leads first.", "Bo plays\u00a033 in black.", "Cleo takes the trick: a white pile.",
      "The round ends: Ada\u00a0+4, Bo\u00a0−3.", "The match is over.",
    ],
  );
});

test("milkuro's scale says what the piles are worth now", () => {
  const shown = [[{ black: 2, white: 2 }, 4], [{ black: 1, white: 2 }, 3], [{ black: 0, white: 0 }, 2], [{ black: 4, white: 3 }, 2]];
  assert.deepEqual(shown.map(([piles, seats]) => signed(worth(piles, seats))), ["+4", "−3", "0", "+1"]);
});

test("milkuro's sheet lies there at the end, but not under the result", () => {
  const sheets = (resultOpen) =>
    classed(milkuro.render(milkuroView({ phase: "over" }), { ...contextOf({ ui: { mkSheet: true } }), resultOpen }), "mk-sheet").length;
  assert.deepEqual([sheets(false), sheets(true)], [1, 0]);
});

test("milkuro's sheet stays open while a trick is taken", () => {
  const [taken] = milkuro.scenes(milkuroView({ hand: [3, 44], hand_sizes: [2, 2, 2], last_trick: TAKEN }), [], milkuroView(BEFORE_TAKEN));
  const sheets = (mkSheet) => classed(milkuro.render(taken.view, contextOf({ ui: { mkSheet } })), "mk-sheet").length;
  assert.deepEqual([sheets(true), sheets(false)], [1, 0]);
});
