// Gnav against the contract of the table page: every view can be drawn, what can be pressed is
// exactly what is legal, every event has its words, and scenes end in the present.
import assert from "node:assert/strict";
import { test } from "node:test";

import { RANKS } from "../../static/js/games/gnav/emblems.js";
import { cardPlaces } from "../../static/js/games/gnav/follow.js";
import { freeSide, ring, voice } from "../../static/js/games/gnav/ring.js";
import * as gnav from "../../static/js/games/gnav.js";
import { checkDrawing, checkScenes, classed, contextOf, NAMES } from "./boards.mjs";

const ask = (seat, did, asked, answer) => ({ seat, did, asked, answer });

function gnavView(changes = {}) {
  return {
    phase: "turn", deal: 2, dealer: 3, turn: 0, lives: [3, 2, 1, 3], resting: [], in_deal: [0, 1, 2, 3],
    cards: ["II", null, null, null], open: [false, false, false, false], stock: 38, shown: [], asks: [],
    last_deal: null, ...changes,
  };
}

const KEEP = { type: "keep" };
const SWAP = { type: "swap" };

test("gnav draws the seat to act, a spectator, rest, knock-out and the end", () => {
  const cases = [
    [gnavView(), { legal: [KEEP, SWAP] }],
    [gnavView({ cards: [null, null, null, null] }), { seat: null }],
    [gnavView({ resting: [1], in_deal: [0, 2, 3], lives: [3, 2, 0, 3] }), {}],
    [gnavView({ phase: "over", turn: null, lives: [0, 1, 0, 0], cards: RANKS.slice(0, 4), open: [true, true, true, true] }), {}],
    [gnavView({ ...tenSeats() }), { seat: 7, legal: [KEEP, SWAP], ui: { gnavRanks: true } }],
  ];
  for (const [view, given] of cases) {
    const context = contextOf(given);
    checkDrawing(gnav.render(view, context));
    assert.ok(gnav.sentence(view, context));
  }
});

function tenSeats() {
  const seats = NAMES.map((_, seat) => seat);
  return {
    lives: seats.map(() => 5), in_deal: seats, cards: seats.map((seat) => RANKS[seat * 2]), turn: 7,
    open: seats.map((seat) => seat % 2 === 0), stock: 32, shown: ["hus", "hest", "katt"],
  };
}

test("gnav draws each of the 21 emblems in its own way", () => {
  const pictures = RANKS.map((rank) =>
    JSON.stringify(gnav.render(gnavView({ cards: [rank, null, null, null] }), contextOf())),
  );
  assert.equal(new Set(pictures).size, 21);
});

test("gnav offers exactly the legal moves, and sends the very move", () => {
  for (const legal of [[], [KEEP], [KEEP, SWAP]]) {
    const context = contextOf({ legal });
    const buttons = classed(gnav.render(gnavView(), context), "gnav-move");
    for (const button of buttons) button.props.onclick();
    assert.equal(context.played.length, legal.length);
    context.played.forEach((move, index) => assert.equal(move, legal[index]));
  }
});

test("gnav shows a sent move as sent and offers no second one", () => {
  const buttons = classed(gnav.render(gnavView(), contextOf({ pending: SWAP })), "gnav-move");
  assert.equal(buttons.length, 1);
  assert.equal(buttons[0].props.disabled, true);
});

test("gnav names whom a swap asks: the next in the deal, or the stock", () => {
  const label = (view) => JSON.stringify(classed(gnav.render(view, contextOf({ legal: [SWAP] })), "gnav-whom")[0]);
  assert.match(label(gnavView({ in_deal: [0, 2, 3] })), /Cleo/);
  assert.match(label(gnavView({ dealer: 0 })), /stock/);
});

test("gnav follows a card through swaps, and back when the cat undoes them", () => {
  const swaps = [ask(0, "swap", [1], "swapped"), ask(1, "swap", [2, 3], "swapped")];
  assert.deepEqual(cardPlaces(4, swaps), [1, 3, 2, 0]);
  assert.deepEqual(cardPlaces(4, [...swaps, ask(3, "swap", [0], "katt")]), [0, 1, 2, 3]);
  assert.deepEqual(cardPlaces(4, [ask(3, "swap", ["stock"], "drew")]), [0, 1, 2, "stock"]);
});

test("gnav shows what you gave away as a ghost, and no other card", () => {
  const tree = gnav.render(gnavView({ cards: ["IX", "II", null, "hus"], open: [false, false, false, true] }), contextOf());
  assert.equal(classed(tree, "gnav-ghost").length, 1);
});

test("gnav lays all cards open for who looks on with everything open", () => {
  const view = gnavView({ cards: ["IX", "II", "potte", "hus"], open: [false, false, false, true] });
  const tree = gnav.render(view, contextOf({ seat: null }));
  assert.equal(classed(tree, "gnav-ghost").length, 0);
  const labels = classed(tree, "gnav-placed").map((card) => card.props["aria-label"]);
  assert.equal(labels.filter((label) => label.endsWith(", face up")).length, 4);
});

test("gnav lets everybody say the word of an answer", () => {
  const said = (view) => classed(gnav.render(view, contextOf()), "gnav-bubble").map((node) => node.children[0]);
  const words = { katt: "Kss, kss!", dragon: "Chop!", gjok: "Cuckoo!" };
  for (const [answer, word] of Object.entries(words)) {
    const asks = [ask(0, "swap", [1, 2], answer)];
    assert.deepEqual(new Set(said(gnavView({ asks }))), new Set(["Swap?", "Pass by!", word]));
  }
  assert.deepEqual(said(gnavView({ asks: [ask(1, "swap", ["stock"], "dragon")] })).sort(), ["Chop!", "Swap?"]);
});

test("gnav shows a settlement before the next deal: answer, turn, lift, burn", () => {
  const asks = [0, 1, 2, 3].map((seat) => ask(seat, "keep", [], "kept"));
  const before = gnavView({ turn: 3, asks: asks.slice(0, 3) });
  const last_deal = {
    deal: 2, dealer: 3, cards: ["II", "XII", "narr", "II"], lost: [0, 2, 3], why: "fool", stopped_by: null,
    rests: [], asks, shown: [],
  };
  const after = gnavView({ deal: 3, dealer: 0, turn: 1, lives: [2, 2, 0, 2], in_deal: [0, 1, 3], cards: ["V", null, null, null], last_deal });
  const scenes = gnav.scenes(after, [], before);
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["answer", "turn", "lift", "burn", undefined]);
  assert.deepEqual(scenes.map(({ view: { lives } }) => lives), [[3, 2, 1, 3], [3, 2, 1, 3], [3, 2, 1, 3], [2, 2, 0, 2], [2, 2, 0, 2]]);
  assert.equal(scenes[0].view.cards[1], null);
  assert.deepEqual(scenes[1].view.cards, last_deal.cards);
  assert.equal(scenes.at(-1).view, after);
  assert.equal(scenes.at(-1).ms, 0);
  checkScenes(gnav, scenes);
  assert.equal(classed(gnav.render(scenes[3].view, contextOf()), "is-burning").length, 3);
});

test("gnav does not show a drawn card as the one that gave way to it, nor the cat's swaps undone too early", () => {
  const before = gnavView({ dealer: 0, turn: 0, cards: ["narr", null, null, "II"], open: [true, false, false, false], asks: [ask(3, "swap", [0], "swapped")] });
  const settled = (last) => gnav.scenes(gnavView({ deal: 3, last_deal: {
    deal: 2, dealer: 0, cards: ["X", "XII", "I", "II"], lost: [2], why: "lowest", stopped_by: null, rests: [], asks: [...before.asks, last], shown: [],
  } }), [], before)[0].view;
  const drawn = settled(ask(0, "swap", ["stock"], "drew"));
  assert.deepEqual([drawn.cards[0], drawn.open[0]], [null, false]);
  const undone = settled(ask(0, "swap", ["stock"], "katt"));
  assert.deepEqual(cardPlaces(4, undone.asks), [3, 1, 2, 0]);
  assert.deepEqual(undone.scene.burning, [0]);
});

test("gnav shows houses one by one, and the cat before it slides everything back", () => {
  const cards = ["II", "hus", "hest", "VI"];
  const before = gnavView();
  const passing = gnavView({ turn: 3, cards: ["VI", "hus", "hest", "II"], open: [false, true, true, false], asks: [ask(0, "swap", [1, 2, 3], "swapped")] });
  assert.deepEqual(gnav.scenes(passing, [], before).map(({ view }) => view.cards.filter((_, seat) => view.open[seat])), [["hus"], ["hus", "hest"], cards.slice(1, 3)]);
  checkScenes(gnav, gnav.scenes(passing, [], before));

  const swapped = gnavView({ turn: 1, cards: ["IX", "III", null, null], asks: [ask(0, "swap", [1], "swapped")] });
  const undone = gnavView({ turn: 3, lives: [3, 1, 1, 3], cards: ["III", null, "katt", null], open: [false, false, true, false], asks: [...swapped.asks, ask(1, "swap", [2], "katt")] });
  const scenes = gnav.scenes(undone, [], swapped);
  assert.deepEqual(scenes.map(({ view }) => view.scene?.name), ["ask", "asked", undefined]);
  const keyOfSeat = (view, rank) => JSON.stringify(classed(gnav.render(view, contextOf()), "gnav-placed").find((node) => node.props["aria-label"].includes(rank))?.key);
  assert.equal(keyOfSeat(scenes[0].view, "III"), keyOfSeat(scenes[1].view, "III"));
  checkScenes(gnav, scenes);
});

test("gnav shows nothing before the first view, and no settlement when one seat won at once", () => {
  const view = gnavView({ asks: [ask(3, "keep", [], "kept")] });
  assert.equal(gnav.scenes(view, [], null).length, 1);
  const won = gnavView({ phase: "over", turn: null, lives: [0, 2, 0, 0], asks: [ask(0, "swap", [1], "dragon")] });
  assert.deepEqual(gnav.scenes(won, [], gnavView()).map(({ view }) => view.scene?.name), ["asked", undefined]);
});

test("gnav has words for every event", () => {
  const context = contextOf();
  const events = [
    { type: "deal", dealer: 1, seats: [0, 1] }, { type: "knock", seat: 1 }, { type: "keep", seat: 0 },
    { type: "swap", seat: 0, with: 1 }, { type: "pass", seat: 1, over: "hus" }, { type: "pass", seat: null, over: "hest" },
    { type: "dragon", seat: 1 }, { type: "dragon", seat: null }, { type: "katt", seat: 1, undone: [[0, 1]] },
    { type: "katt", seat: null, undone: [] }, { type: "gjok", seat: 1 }, { type: "gjok", seat: null }, { type: "draw", seat: 3 },
    { type: "life_lost", seats: [1], why: "lowest" }, { type: "life_lost", seats: [1, 2], why: "fools" }, { type: "out", seat: 2 },
    { type: "settle", cards: ["II", null, "narr", "hus"] }, { type: "rest", seats: [1] }, { type: "match_end" },
  ];
  const lines = events.map((event) => gnav.say(event, context));
  assert.ok(lines.every(Boolean));
  assert.equal(gnav.say({ type: "swap", seat: 0, with: 1 }, context), "Ada swaps with Bo.");
  assert.equal(gnav.say({ type: "settle", cards: ["II", null, "narr", "hus"] }, context), "Cards up. Ada: II, Cleo: Fool, Dag: House.");
});

test("gnav names the fool's holder first, and lets nobody rest after the last deal", () => {
  const cards = ["0", "XII", "narr", "hus"];
  const events = [{ type: "settle", cards }, { type: "life_lost", seats: [0, 2], why: "fool" }, { type: "rest", seats: [2] }];
  const told = (all) => all.slice(1, 3).map((event) => gnav.say(event, contextOf(), all));
  const lost = "The fool and the lowest of the others: Cleo and Ada lose a life each.";
  assert.deepEqual(told(events), [lost, "Cleo held a fool and rests for a deal."]);
  assert.deepEqual(told([...events, { type: "match_end" }]), [lost, null]);
});

test("gnav seats ten people without one on another", () => {
  for (const count of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const places = ring(count, 0.95, 5);
    assert.deepEqual([places[0].x.toFixed(2), places[0].y.toFixed(2)], ["0.50", "1.00"]);
    const gaps = places.flatMap((one, index) => places.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
    assert.ok(Math.min(...gaps) > 0.28, `${count} seats: ${Math.min(...gaps)}`);
  }
});

test("gnav seats people on the left as it does on the right", () => {
  for (const count of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const places = ring(count, 0.95, 5);
    places.slice(1).forEach((place, index) => {
      const other = places[count - 1 - index];
      assert.ok(Math.abs(place.x + other.x - 1) < 0.005, `${count} seats, ${index + 1}: ${place.x}`);
      assert.ok(Math.abs(place.y - other.y) < 0.005, `${count} seats, ${index + 1}: ${place.y}`);
    });
  }
});

test("gnav gives each word a way towards the middle, and neighbours rows of their own", () => {
  const said = Array.from({ length: 10 }, (_, step) => voice(step, 10));
  assert.deepEqual(said.map(({ side }) => side[0]).join(""), "mllllmrrrr");
  assert.deepEqual(said.map(({ way }) => way), ["up", "up", "aside", "aside", "down", "down", "down", "aside", "aside", "up"]);
  said.slice(1).forEach(({ rise }, before) => assert.ok(Math.abs(rise - said[before].rise) > 0.19));
  assert.equal(voice(2, 4).way, "down");
});

test("gnav lays no sign where a neighbour's card or the stock lies", () => {
  const sides = (count) => Array.from({ length: count }, (_, step) => freeSide(step, count).narrow);
  const high = (side) => `${side} is-high`;
  assert.deepEqual(sides(4), ["left", "below", "right", "below"]);
  assert.deepEqual(sides(10), ["left", ...["left", "right", "right", "left"].map(high), "below", ...["right", "left", "left", "right"].map(high)]);
  const badge = (changes) => classed(gnav.render(gnavView(changes), contextOf()), "gnav-badge")[0].props.class;
  assert.equal(badge({ lives: [3, 0, 2, 2], in_deal: [0, 2, 3], dealer: 0 }), "gnav-badge");
  assert.equal(badge({ dealer: 2 }), "gnav-badge is-right wide-right");
});

test("gnav says who was passed on and who met the cat", () => {
  const sentence = (answer, seat) =>
    gnav.sentence(gnavView({ turn: null, asks: [ask(1, "swap", [2], answer)], scene: { name: "ask" } }), contextOf({ seat }));
  assert.equal(sentence(null, 0), `Pass by! ${NAMES[1]} asks the next.`);
  assert.equal(sentence(null, 1), "Pass by! You ask the next.");
  assert.equal(sentence("katt-asked", 0), `The cat! ${NAMES[1]} asked in vain.`);
  assert.equal(sentence("katt-asked", 1), "The cat! You asked in vain.");
});

test("gnav says whether a card of the stock took the life", () => {
  const before = gnavView({ turn: 3 });
  const said = (asked, answer, seat) => {
    const after = gnavView({ turn: null, lives: [3, 2, 1, 2], asks: [ask(3, "swap", asked, answer)] });
    const { view } = gnav.scenes(after, [], before).find(({ view: { scene } }) => scene?.name === "asked");
    return gnav.sentence(view, contextOf({ seat }));
  };
  assert.equal(said(["stock"], "katt", 0), `The cat from the stock: ${NAMES[3]} loses a life.`);
  assert.equal(said([0, "stock"], "dragon", 3), "The dragoon from the stock: you lose a life.");
  assert.equal(said([0], "dragon", 1), `${NAMES[3]} asked, and loses a life.`);
});

test("gnav lets nobody speak once the match is over", () => {
  const over = gnavView({ phase: "over", turn: null, lives: [2, 0, 0, 0], asks: [ask(3, "keep", [], "kept")] });
  assert.equal(classed(gnav.render(over, contextOf()), "gnav-bubble").length, 0);
  const last = gnav.render({ ...over, scene: { name: "asked", burning: [3] } }, contextOf());
  assert.equal(classed(last, "gnav-bubble").length, 1);
});
