// Hints: every move that may be advised has words, a picture and a place on its board; the page
// shows a hint as long as it can still be followed, and no longer.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as gnav from "../../static/js/games/gnav.js";
import * as milkman from "../../static/js/games/milkman.js";
import * as milkuro from "../../static/js/games/milkuro.js";
import * as mino from "../../static/js/games/mino_dice.js";
import { drawHintSheet } from "../../static/js/table/help.js";
import { Hints } from "../../static/js/table/hints.js";
import { checkDrawing, classed, contextOf } from "./boards.mjs";
import { POURING, working, workingMoves } from "./milkman.mjs";

const GNAV = {
  phase: "turn", deal: 2, dealer: 3, turn: 0, lives: [3, 2, 1, 3], resting: [], in_deal: [0, 1, 2, 3],
  cards: ["II", null, null, null], open: [false, false, false, false], stock: 38, shown: [], asks: [], last_deal: null,
};
const MILKURO = { phase: "follow", trick: { leader: 2, colour: "black", plays: [{ seat: 2, card: 9 }] }, hand: [3, 17] };
const MINO = { phase: "roll", hand: ["griffin", "red"], hand_no: 3, trick: { leader: 1, colour: null, plays: [] } };
const KEEP = { type: "keep" };
const SWAP = { type: "swap" };

const POSITIONS = {
  gnav: [gnav, GNAV, [KEEP, SWAP]],
  milkuro: [milkuro, MILKURO, [{ type: "follow", card: 3 }, { type: "lead", card: 17, colour: "white" }]],
  mino_dice: [mino, MINO, [{ type: "roll", die: "griffin" }, { type: "bid", tricks: 7 }]],
  milkman: [milkman, working(), workingMoves()],
  pouring: [milkman, working(), POURING],
};

for (const [name, [board, view, moves]] of Object.entries(POSITIONS)) {
  test(`${name}: each move has words of its own, a picture and a place`, () => {
    const context = contextOf({ legal: moves });
    for (const move of moves) {
      assert.ok(board.hint.words(move, view, context));
      checkDrawing(board.hint.picture(move, view, context));
      assert.match(board.hint.places(move, view, context), /^[.[][^,]+(,[.[][^,]+)*$/);
    }
  });
}

/** What the sheet says of these shares of wins, estimated from so many matches. */
function sharesSaid(samples, ...shares) {
  globalThis.document = { documentElement: { lang: "en" } };
  const context = contextOf({ legal: [KEEP] });
  const current = { choices: shares.map((wins) => ({ move: KEEP, wins })), samples };
  const sheet = drawHintSheet({
    t: context.t,
    board: gnav,
    game: { key: "gnav" },
    stage: { shown: { view: GNAV } },
    state: { seat: 0, table: { seats: [] } },
    hints: { open: true, thinking: false, lit: 0, current },
    context: () => context,
  });
  return classed(sheet, "hint-share").map(({ children }) => children.join(""));
}

test("a share of wins is said no finer than so many matches can tell", () => {
  assert.deepEqual(sharesSaid(18, 0.2, 0.19, 0.12), ["wins about 20%", "about as good", "wins about 10%"]);
  assert.deepEqual(sharesSaid(80, 0.41, 0.38, 0.3, 0.01), ["wins about 40%", "about as good", "wins about 30%", "wins less than 5%"]);
  assert.deepEqual(sharesSaid(400, 0.41, 0.38), ["wins about 41%", "wins about 38%"]);
  assert.deepEqual(sharesSaid(18, 0.97, 0.03), ["wins more than 90%", "wins less than 10%"]);
});

test("the moment leads to its paragraph", () => {
  const context = contextOf({ legal: [KEEP] });
  assert.equal(gnav.rulesAt(GNAV, context), "turn");
  assert.equal(gnav.rulesAt({ ...GNAV, turn: 3 }, context), "stock");
  assert.equal(gnav.rulesAt({ ...GNAV, resting: [0] }, context), "rest");
  assert.equal(gnav.rulesAt({ ...GNAV, scene: { name: "burn" } }, context), "settling");
  assert.equal(milkuro.rulesAt({ ...MILKURO, hand_sizes: [9, 9], scene: { name: "points" } }), "two");
  assert.equal(milkuro.rulesAt({ ...MILKURO, hand_sizes: [9, 9, 9], scene: { name: "round" } }), "scoring");
  assert.equal(mino.rulesAt(MINO), "play");
  assert.equal(mino.rulesAt({ ...MINO, scene: { name: "taken", bonus: 30 } }), "bonus");
  assert.equal(milkman.rulesAt(working(), contextOf({ legal: workingMoves() })), "rerolls");
  assert.equal(milkman.rulesAt(working(), contextOf({ legal: workingMoves(), ui: { mmChoice: { dice: [1] } } })), "bottle");
});

/** A room at my turn in Gnav; `answer` is what the server says to a wish for a hint. */
function makeRoom(answer) {
  globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
  const said = [];
  const room = {
    id: "t",
    root: { querySelector: () => null },
    ...contextOf(),
    board: gnav,
    pending: null,
    stage: { held: false, shown: { view: GNAV } },
    state: { seat: 0, legal: [KEEP, SWAP], log: [], table: { state: "playing", seats: [{ player: {} }], pace: { kind: "relaxed" } } },
    voice: { say: (words) => said.push(words) },
    context: () => contextOf(),
    draw: () => {},
  };
  globalThis.fetch = async (path, { method }) => {
    assert.deepEqual([method, path], ["POST", "/api/tables/t/hint"]);
    return { ok: answer.error === undefined, json: async () => answer };
  };
  return { room, said, hints: new Hints(room) };
}

const ANSWER = { seq: 4, seat: 0, samples: 80, choices: [{ move: SWAP, wins: 0.41 }, { move: KEEP, wins: 0.2 }] };

test("a hint is asked for, shown and said", async () => {
  const { hints, said } = makeRoom(ANSWER);
  assert.ok(hints.possible && !hints.open);
  const asking = hints.ask();
  assert.ok(hints.thinking && hints.open);
  await asking;
  assert.deepEqual(hints.current, ANSWER);
  assert.match(said.at(-1), /Swap → .+ about 40%/);
  assert.ok(hints.close());
  assert.ok(!hints.open && !hints.close());
});

test("a hint is gone once I have moved, may not do it any more, or have to wait", async () => {
  const changes = [
    (state) => ({ ...state, log: [{ seat: 0, seq: 5 }] }),
    (state) => ({ ...state, legal: [KEEP] }),
    (state) => ({ ...state, legal: [] }),
    (state) => ({ ...state, table: { ...state.table, paused: { by: 0 } } }),
  ];
  for (const change of changes) {
    const { room, hints } = makeRoom(ANSWER);
    await hints.ask();
    room.state = { ...room.state, log: [{ seat: 1, seq: 5 }] };
    assert.ok(hints.open);
    room.state = change(room.state);
    assert.ok(!hints.open);
  }
});

test("a refusal leaves no sheet behind", async () => {
  const { hints } = makeRoom({ error: { code: "rate_limited", message: "Too fast.", detail: {} } });
  await hints.ask();
  assert.ok(hints.possible && !hints.open);
});
