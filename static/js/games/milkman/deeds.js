// @ts-check
/** A deed in words: its name and what it would do, before it is done. */
import { bottleWords } from "./bottles.js";
import { comingBottles } from "./farm.js";
import { EARNED, KINDS, PAY, TANKS, pointsOfDie, priceOf, sum } from "./printed.js";

/** The drawing that stands for a deed that has no die of its own. @type {Record<string, string>} */
const SIGNS = {
  earn: "money", milk: "milk", bottle: "bottle", claim: "labor", upgrade: "labor", truck: "truck", spill: "spilt",
  remove_customer: "spilt", load: "bottle", drive: "truck", deliver: "money", pour: "spilt",
};

/** @param {string} type */
export function signOf(type) {
  return SIGNS[type] ?? null;
}

/**
 * @param {import("./play.js").Play} play
 * @param {import("./moves.js").Deed} deed
 * @returns {{name: string, note: string}}
 */
export function deedWords(play, { type, moves }) {
  const [move] = moves;
  const parameters = PARAMETERS[type]?.(move, play) ?? {};
  return { name: play.t(nameKey(type, move), parameters), note: noteOf(play, move, moves.length) };
}

/**
 * @param {string} type
 * @param {any} move
 */
function nameKey(type, move) {
  if (type === "upgrade") return `milkman.do.upgrade.${move.what}`;
  if (type === "drive") return move.to === 0 ? "milkman.do.drive.home" : "milkman.do.drive";
  if (type === "pour") return `milkman.do.pour.${move.from.split("_")[0]}`;
  return `milkman.do.${type}`;
}

/** @type {Record<string, (move: any, play: import("./play.js").Play) => Record<string, any>>} */
const PARAMETERS = {
  bottle: ({ tank }, { t }) => ({ tank: t(`milkman.tank.${TANKS[tank]}`) }),
  claim: ({ zone }) => ({ zone }),
  remove_customer: ({ zone }) => ({ zone }),
  drive: ({ to }) => ({ place: to }),
  pour: ({ from }, { t }) => ({ what: pouredWords(t, from) }),
};

/**
 * What is poured, and from where.
 * @param {import("../../lib/t.js").Translate} t
 * @param {string} from
 */
export function pouredWords(t, from) {
  const kind = KINDS.find((one) => from.endsWith(one));
  return kind ? t(`milkman.kind.${kind}`) : t(`milkman.tank.${from}`);
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} move
 * @param {number} ways
 */
function noteOf(play, move, ways) {
  const write = ways > 1 ? (CHOICES[move.type] ?? NOTES[move.type]) : NOTES[move.type];
  return write ? write(move, play) : "";
}

/** What a deed does while its details are still open. @type {Record<string, (move: any, play: import("./play.js").Play) => string>} */
const CHOICES = {
  bottle: ({ tank }, { t, farm }) => t("milkman.note.bottles", { count: [...farm.tanks, farm.side ?? 0][tank] }),
  load: (_, { t }) => t("milkman.note.load"),
  pay_change: (_, { t }) => t("milkman.note.costs", { money: 4 }),
};

/** @type {Record<string, (move: any, play: import("./play.js").Play) => string>} */
const NOTES = {
  earn: (_, { t }) => t("milkman.note.gains", { money: EARNED }),
  milk: ({ into }, { t, farm }) => {
    const got = t("milkman.note.milk", { count: sum(into) });
    return withLost(t, got, farm.cows - sum(into));
  },
  bottle: (move, play) => {
    const { kept, lost } = comingBottles(play.farm, move);
    const got = play.t("milkman.note.bottled", { bottles: bottleWords(play, kept) });
    return withLost(play.t, got, lost);
  },
  claim: ({ zone }, play) => customerWords(play, play.view.customers[zone - 1]),
  remove_customer: ({ zone }, play) => customerWords(play, play.view.customers[zone - 1]),
  upgrade: ({ what }, { t, farm }) => t("milkman.note.costs", { money: priceOf(farm, what) }),
  truck: (_, { t, farm }) => t("milkman.note.fuel", { count: pointsOfDie(farm.truck) }),
  spill: (_, { t }) => t("milkman.note.spill"),
  reroll: (_, { t, farm }) => t("milkman.note.free", { count: farm.rerolls }),
  pay_reroll: (_, { t }) => t("milkman.note.costs", { money: 2 }),
  pay_change: ({ face }, { t }) => t("milkman.note.turned", { face: t(`milkman.face.${face}`), money: 4 }),
  load: ({ bottles }, play) => bottleWords(play, bottles),
  drive: (_, { t }) => t("milkman.note.point"),
  deliver: ({ customer }, play) => {
    const order = play.farm.orders.find((/** @type {any} */ { id }) => id === customer);
    const words = customerWords(play, order);
    const money = PAY[order.zone];
    return money ? play.t("milkman.note.paid", { words, pay: play.t("milkman.note.gains", { money }) }) : words;
  },
};

/**
 * @param {import("../../lib/t.js").Translate} t
 * @param {string} words  what is got
 * @param {number} lost
 */
function withLost(t, words, lost) {
  return lost > 0 ? t("milkman.note.lost", { words, count: lost }) : words;
}

/**
 * @param {import("./play.js").Play} play
 * @param {any} customer
 */
function customerWords(play, customer) {
  if (!customer) return "";
  return play.t("milkman.order", { order: bottleWords(play, customer.order), count: customer.points });
}
