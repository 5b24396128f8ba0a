// Positions of Milkman that its tests share, all moves that are legal in them, and what can be tapped.
import { classed } from "./boards.mjs";

export const die = (face, colour = "black", used = false) => ({ colour, face, used });
const FACES = ["money", "milk", "bottle", "labor", "truck", "spilt"];
const KINDS = ["whole", "skim", "chocolate"];

export function farmOf(changes = {}) {
  return {
    money: 9, cows: 3, tanks: [3, 1], side: 1, barn: [2, 1, 0],
    truck: { at: 0, big: false, load: [0, 1, 0], points: 3 },
    orders: [{ id: 6, zone: 1, order: [0, 2, 0], points: 2 }], delivered: [], score: 4,
    dice: [die("truck"), die("bottle")], rerolls: 2, acted: false, market: "open", pouring: false, done: false, ...changes,
  };
}

export function viewOf(farms, changes = {}) {
  return {
    phase: "turn", round: 1, rounds: 6, start: 0, main: 0, deck: 20, discards: 2,
    customers: [
      { id: 17, order: [2, 1, 0], points: 5 }, null,
      { id: 33, order: [2, 2, 2], points: 11 }, { id: 1, order: [2, 0, 0], points: 2 },
    ],
    farms, ...changes,
  };
}

export const MAIN_DICE = [die("truck"), die("bottle"), die("labor", "white"), die("milk", "white"), die("bottle", "white"), die("spilt", "white")];
const WHITE_LEFT = { use: [1, 4] };
const MILKINGS = [[0, 2, 1], [0, 3, 0], [1, 1, 1], [1, 2, 0]];
const LOADS = [[0, 1, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 1, 0]];

/** A farm in the middle of its turn, and all it may do. */
export function workingMoves() {
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
export const POURING = [...SOURCES.map((from) => ({ from, type: "pour" })), { type: "pour_end" }];
export const working = () => viewOf([farmOf({ dice: MAIN_DICE }), farmOf({ market: "waiting" })]);

/** What a person sees and taps: all buttons that are not disabled. */
export const buttonsOf = (tree) =>
  ["mm-die", "mm-thing", "mm-chip", "mm-done", "mm-go", "mm-clear", "mm-step", "mm-kind"]
    .flatMap((name) => classed(tree, name)).filter((node) => node.tag === "button" && !node.props.disabled);
