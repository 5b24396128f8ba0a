// @ts-check
/** Milkman in words: a line of the log for each event, and the sentence that says what to do now. */
import { listWords } from "../../lib/t.js";
import { bottleWords } from "./bottles.js";
import { pouredWords } from "./deeds.js";
import { playOf } from "./play.js";
import { TANKS, sum } from "./printed.js";
import { marketWords } from "./road.js";

/**
 * A line of the log, or null where the other lines say it already.
 * @param {any} event
 * @param {any} context
 * @returns {string|null}
 */
export function say(event, context) {
  const write = LINES[event.type];
  return write ? write(event, context) : null;
}

/** @type {Record<string, (event: any, context: any) => string|null>} */
const LINES = {
  turn: ({ round, main }, { t, name }) => t("milkman.log.turn", { number: round + 1, name: name(main) }),
  rolled: ({ seat, dice }, { t, name }) =>
    t("milkman.log.rolled", { name: name(seat), faces: listWords(dice.map((/** @type {any} */ { face }) => t(`milkman.face.${face}`))) }),
  paid: ({ seat, cost, face }, { t, name }) =>
    face === null
      ? t("milkman.log.paid", { name: name(seat), money: cost })
      : t("milkman.log.set", { name: name(seat), money: cost, face: t(`milkman.face.${face}`) }),
  earned: ({ seat, money }, { t, name }) => t("milkman.log.earned", { name: name(seat), money }),
  milked: ({ seat, into, lost }, context) => withLost(context, lost, context.t("milkman.log.milked", { name: context.name(seat), count: sum(into) })),
  bottled: ({ seat, tank, bottles, lost }, context) =>
    withLost(context, lost, context.t("milkman.log.bottled", { name: context.name(seat), tank: context.t(`milkman.tank.${TANKS[tank]}`), bottles: bottleWords(context, bottles) })),
  claimed: ({ seat, zone }, { t, name }) => t("milkman.log.claimed", { name: name(seat), zone }),
  removed: ({ seat, zone }, { t, name }) => t("milkman.log.removed", { name: name(seat), zone }),
  refilled: ({ zone }, { t }) => t("milkman.log.refilled", { zone }),
  upgraded: ({ seat, what, cost }, { t, name }) => t(`milkman.log.upgraded.${what}`, { name: name(seat), money: cost }),
  loaded: ({ seat, bottles }, context) => context.t("milkman.log.loaded", { name: context.name(seat), bottles: bottleWords(context, bottles) }),
  drove: ({ seat, to }, { t, name }) => t(to === 0 ? "milkman.log.home" : "milkman.log.drove", { name: name(seat), place: to }),
  delivered: ({ seat, points, pay }, { t, name }) =>
    t(pay > 0 ? "milkman.log.delivered.paid" : "milkman.log.delivered", { name: name(seat), count: points, money: pay }),
  poured: (event, { t, name }) => t("milkman.log.poured", { name: name(event.seat), what: pouredWords(t, event.from) }),
  passed: ({ seat }, { t, name }) => t("milkman.log.passed", { name: name(seat) }),
  done: ({ seat }, { t, name }) => t("milkman.log.done", { name: name(seat) }),
  unused: ({ pay }, context) => unusedWords(pay, context),
  match_end: (_, { t }) => t("milkman.log.match_end"),
};

/**
 * @param {any} context
 * @param {number} lost
 * @param {string} words
 */
function withLost({ t }, lost, words) {
  return lost > 0 ? `${words} ${t("milkman.log.lost", { count: lost })}` : words;
}

/**
 * @param {number[]} pay
 * @param {any} context
 */
function unusedWords(pay, { t, name }) {
  const paid = pay.flatMap((money, seat) => (money > 0 ? [`${name(seat)}\u00a0${t("milkman.money", { count: money })}`] : []));
  return paid.length > 0 ? t("milkman.log.unused", { pay: listWords(paid, "unit") }) : null;
}

/**
 * What I can do now, or whom we wait for.
 * @param {any} view
 * @param {any} context
 * @returns {string}
 */
export function sentence(view, context) {
  const { t } = context;
  if (view.scene) return sceneSentence(view, context);
  if (view.phase === "over") return t("milkman.now.over");
  if (context.pending) return t("milkman.now.sent");
  if (context.legal.length > 0) return mySentence(playOf(view, context));
  const mine = context.seat !== null && view.farms[context.seat].done;
  return t(mine ? "milkman.now.busy" : "milkman.now.others", { names: busyNames(view, context), count: busySeats(view).length });
}

/**
 * @param {any} view
 * @param {any} context
 */
function sceneSentence({ scene, main }, { t, name, seat }) {
  const mine = scene.name === "roll" && main === seat;
  return t(mine ? "milkman.scene.roll_you" : `milkman.scene.${scene.name}`, { name: name(main) });
}

/** @param {any} view */
function busySeats(view) {
  return view.farms.flatMap((/** @type {any} */ { done }, /** @type {number} */ seat) => (done ? [] : [seat]));
}

/**
 * @param {any} view
 * @param {any} context
 */
function busyNames(view, { name }) {
  return listWords(busySeats(view).map((seat) => name(seat)));
}

/** @param {import("./play.js").Play} play */
function mySentence(play) {
  const { t, farm, mine, moves, choice, deed } = play;
  if (!mine) return t("milkman.now.away");
  if (farm.pouring) return t("milkman.now.pouring");
  if (deed?.key === "done") return t("milkman.now.leave");
  if (deed) return t("milkman.now.details");
  if (choice.dice.length > 0) return t(choice.dice.length === 1 ? "milkman.now.die" : "milkman.now.pair");
  if (choice.thing !== null) return t("milkman.now.thing");
  if (moves.some((/** @type {any} */ { type }) => type === "reroll")) return t("milkman.now.reroll", { count: farm.rerolls });
  if (farm.truck.points > 0) return t("milkman.now.fuel", { count: farm.truck.points });
  if (farm.market === "waiting") return marketWords(play);
  return t(farm.dice.every((/** @type {any} */ { used }) => used) ? "milkman.now.used" : "milkman.now.yours");
}
