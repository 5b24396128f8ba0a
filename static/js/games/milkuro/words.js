// @ts-check
/** Milkuro in words: a line of the log for each event, and the sentence that says what to do now. */
import { listWords } from "../../lib/t.js";
import { signed } from "./balance.js";
import { numberOn } from "./card.js";
import { chosenMove } from "./hand.js";
import { toPlay } from "./people.js";

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
  deal: ({ round, leader }, { t, name }) => t("milkuro.log.deal", { number: round + 1, name: name(leader) }),
  play: ({ seat, card, colour }, { t, name }) =>
    t(`milkuro.log.play.${colour}`, { name: name(seat), number: numberOn(card, colour) }),
  trick: ({ winner, colour }, { t, name }) => t(`milkuro.log.trick.${colour}`, { name: name(winner) }),
  round_end: ({ points }, { t, name }) =>
    t("milkuro.log.round_end", {
      points: listWords(points.map((/** @type {number} */ one, /** @type {number} */ seat) => `${name(seat)}\u00a0${signed(one)}`), "unit"),
    }),
  match_end: (_, { t }) => t("milkuro.log.match_end"),
};

/**
 * What I can do now, or whom we wait for.
 * @param {any} view
 * @param {any} context
 * @returns {string}
 */
export function sentence(view, context) {
  const { t, name } = context;
  if (view.scene) return sceneSentence(view, context);
  if (view.phase === "over") return t("milkuro.now.over");
  if (context.pending) return t("milkuro.now.sent");
  if (context.legal.length > 0) return mySentence(view, context);
  return t("milkuro.now.thinking", { name: name(toPlay(view)) });
}

/**
 * @param {any} view
 * @param {any} context
 */
function mySentence(view, context) {
  const { t } = context;
  if (chosenMove(context)) return t("milkuro.now.again");
  return view.phase === "lead" ? t("milkuro.now.lead") : t(`milkuro.now.follow.${view.trick.colour}`);
}

/**
 * @param {any} view
 * @param {any} context
 */
function sceneSentence({ scene, trick, round }, { t, name, seat }) {
  if (scene.name === "round") return t("milkuro.scene.round", { number: round + 1 });
  if (scene.name === "points") return t("milkuro.scene.points");
  if (scene.winner === seat) return t(`milkuro.scene.taken_you.${trick.colour}`);
  return t(`milkuro.scene.taken.${trick.colour}`, { name: name(scene.winner) });
}
