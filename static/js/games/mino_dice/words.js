// @ts-check
/** Mino Dice in words: a line of the log for each event, and the sentence that says what to do now. */
import { listWords } from "../../lib/t.js";
import { chosenMove, turnOf } from "./choice.js";
import { signed, SPECIALS, thinking, toRoll } from "./dice.js";

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

/** @type {Record<string, (event: any, context: any) => string>} */
const LINES = {
  draw: ({ hand_no: count, leader }, { t, name }) => t("mino_dice.log.draw", { count, name: name(leader) }),
  bid: ({ seat }, { t, name }) => t("mino_dice.log.bid", { name: name(seat) }),
  bids: ({ all }, context) => context.t("mino_dice.log.bids", { bids: each(all, context, String) }),
  roll: ({ seat, die, face }, { t, name }) =>
    t("mino_dice.log.roll", { name: name(seat), die: t(`mino_dice.die.${die}`), face: t(`mino_dice.face.${face}`) }),
  trick: ({ winner, bonus }, { t, name }) =>
    bonus ? t("mino_dice.log.trick_bonus", { name: name(winner), points: bonus }) : t("mino_dice.log.trick", { name: name(winner) }),
  hand_end: ({ points }, context) => context.t("mino_dice.log.hand_end", { points: each(points, context, signed) }),
  match_end: (_, { t }) => t("mino_dice.log.match_end"),
};

/**
 * "Ada 2, Bo 0": something of every seat. No line ends between a name and its figure.
 * @param {number[]} numbers
 * @param {any} context
 * @param {(number: number) => string} write
 */
function each(numbers, { name }, write) {
  return listWords(numbers.map((number, seat) => `${name(seat)}\u00a0${write(number)}`), "unit");
}

/**
 * What I can do now, or whom we wait for.
 * @param {any} view
 * @param {any} context
 * @returns {string}
 */
export function sentence(view, context) {
  const { t, name } = context;
  if (view.scene) return sceneSentence(view, context);
  if (view.phase === "over") return t("mino_dice.now.over");
  if (context.legal.length > 0) return mySentence(view, context);
  if (view.phase === "bid") return waitingForBids(view, context);
  return t("mino_dice.now.thinking", { name: name(toRoll(view)) });
}

/**
 * @param {any} view
 * @param {any} context
 */
function mySentence(view, context) {
  const { t, ui } = context;
  const chosen = chosenMove(view, context);
  if (chosen) return chosen.type === "bid" ? t("mino_dice.now.bid_again", { count: chosen.tricks }) : t("mino_dice.now.roll_again");
  if (view.phase === "bid") return t("mino_dice.now.bid");
  const { colour, plays } = view.trick;
  if (plays.length === 0) return t("mino_dice.now.lead");
  if (colour === null) return t("mino_dice.now.free");
  if (!view.hand.includes(colour)) return t(`mino_dice.now.none.${colour}`);
  if (ui.mdWhy === turnOf(view)) return t(`mino_dice.now.why.${colour}`);
  return plays[0].die === colour ? t(`mino_dice.now.led.${colour}`) : t(`mino_dice.now.binds.${colour}`);
}

/**
 * @param {any} view
 * @param {any} context
 */
function waitingForBids(view, context) {
  const { t, name, seat } = context;
  const waiting = thinking(view);
  const names = listWords(waiting.map((one) => name(one)));
  const mine = seat === null ? null : view.bids[seat];
  if (mine === null) return t("mino_dice.now.bids_of", { count: waiting.length, names });
  return t("mino_dice.now.you_bid", { number: mine, names });
}

/**
 * @param {any} view
 * @param {any} context
 */
function sceneSentence({ scene, trick, hand_no: number }, context) {
  const { t, name } = context;
  const { seat, die } = trick.plays.at(-1) ?? {};
  switch (scene.name) {
    case "count":
      return t("mino_dice.scene.count");
    case "shown":
      return t("mino_dice.scene.shown");
    case "roll":
      return t(seat === context.seat ? "mino_dice.scene.roll_you" : "mino_dice.scene.roll", {
        name: name(seat),
        die: t(`mino_dice.die.${die}`),
      });
    case "reckon":
      return t("mino_dice.scene.reckon", { number });
    case "points":
      return t("mino_dice.scene.points");
    default:
      return takenSentence(scene, trick, context);
  }
}

/**
 * @param {any} scene
 * @param {any} trick
 * @param {any} context
 */
function takenSentence({ winner, bonus }, { plays }, { t, name, seat: mine }) {
  const { face } = plays.find((/** @type {any} */ { seat }) => seat === winner);
  const key = SPECIALS.includes(face) ? face : face === "flag" ? "flag" : "number";
  const taken = winner === mine ? "taken_you" : "taken";
  const words = t(`mino_dice.scene.${taken}.${key}`, { name: name(winner), face });
  return bonus ? t("mino_dice.scene.taken_bonus", { words, points: bonus }) : words;
}
