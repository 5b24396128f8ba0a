// @ts-check
/** Gnav in words: a line of the log for each event, and the sentence that says what to do now. */
import { listWords } from "../../lib/t.js";
import { rankName } from "./emblems.js";

/**
 * A line of the log, or null where the other lines say it already.
 * @param {any} event
 * @param {any} context
 * @param {any[]} [events]  all that happened with it
 * @returns {string|null}
 */
export function say(event, context, events = []) {
  const write = LINES[event.type];
  return write ? write(event, context, events) : null;
}

/** @type {Record<string, (event: any, context: any, events: any[]) => string|null>} */
const LINES = {
  deal: ({ dealer }, { t, name }) => t("gnav.log.deal", { name: name(dealer) }),
  knock: ({ seat }, { t, name }) => t("gnav.log.knock", { name: name(seat) }),
  keep: ({ seat }, { t, name }) => t("gnav.log.keep", { name: name(seat) }),
  swap: (event, { t, name }) => t("gnav.log.swap", { name: name(event.seat), other: name(event.with) }),
  pass: (event, context) => answered(`gnav.log.${event.over}`, event.seat, context),
  dragon: ({ seat }, context) => answered("gnav.log.dragon", seat, context),
  katt: ({ seat, undone }, context) =>
    answered(undone.length ? "gnav.log.katt" : "gnav.log.katt_alone", seat, context),
  gjok: ({ seat }, context) => answered("gnav.log.gjok", seat, context),
  draw: ({ seat }, { t, name }) => t("gnav.log.draw", { name: name(seat) }),
  life_lost: ({ seats, why }, context, events) => {
    const cards = events.find(({ type }) => type === "settle")?.cards ?? [];
    return context.t(`gnav.log.life_lost.${why}`, { count: seats.length, names: names(foolFirst(seats, cards), context) });
  },
  out: ({ seat }, { t, name }) => t("gnav.log.out", { name: name(seat) }),
  settle: ({ cards }, context) => context.t("gnav.log.settle", { cards: shownCards(cards, context) }),
  rest: ({ seats }, context, events) => {
    const rests = seats.length && !events.some(({ type }) => type === "match_end"); // no deal comes after the last
    return rests ? context.t("gnav.log.rest", { count: seats.length, names: names(seats, context) }) : null;
  },
  match_end: (_, { t }) => t("gnav.log.match_end"),
};

/**
 * @param {string} key  the words for a holder; `<key>.stock` those for a card that was drawn
 * @param {number|null} seat
 * @param {any} context
 */
function answered(key, seat, { t, name }) {
  return seat === null ? t(`${key}.stock`) : t(key, { name: name(seat) });
}

/**
 * @param {number[]} seats
 * @param {any} context
 */
function names(seats, { name }) {
  return listWords(seats.map((seat) => name(seat)));
}

/**
 * Who pays for a fool, in the order of the words: "the fool and the lowest of the others".
 * @param {number[]} seats
 * @param {Array<string|null>} cards
 */
function foolFirst(seats, cards) {
  const rest = (/** @type {number} */ seat) => Number(cards[seat] !== "narr");
  return [...seats].sort((one, other) => rest(one) - rest(other) || one - other);
}

/**
 * Names within a sentence beside the table, where my own plate says "You".
 * @param {any} context
 * @returns {(seat: number) => string}
 */
function nameOrYou({ t, name, seat }) {
  return (one) => (one === seat ? t("gnav.you.within") : name(one));
}

/**
 * @param {Array<string|null>} cards
 * @param {any} context
 */
function shownCards(cards, { t, name }) {
  return listWords(
    cards.flatMap((rank, seat) => (rank === null ? [] : [t("gnav.log.card", { name: name(seat), rank: rankName(t, rank) })])),
    "unit",
  );
}

/**
 * What I can do now, or whom we wait for.
 * @param {any} view
 * @param {any} context
 * @returns {string}
 */
export function sentence(view, context) {
  const { t, name, seat } = context;
  if (view.scene) return sceneSentence(view, context);
  if (view.phase === "over") return overSentence(view, context);
  if (context.pending) return t("gnav.now.sent");
  if (context.legal.length > 0) return t("gnav.now.yours");
  if (seat !== null && view.lives[seat] === 0) return t("gnav.now.out", { name: name(view.turn) });
  if (seat !== null && view.resting.includes(seat)) return t("gnav.now.resting", { name: name(view.turn) });
  return t("gnav.now.thinking", { name: name(view.turn) });
}

/**
 * @param {any} view
 * @param {any} context
 */
function sceneSentence({ scene, asks, cards }, context) {
  const { t, seat } = context;
  if (scene.name === "answer") return t("gnav.scene.answer");
  if (scene.name === "ask") return askSentence(asks.at(-1), context);
  if (scene.name === "asked") return askedSentence(scene, context);
  if (scene.name === "turn") return t("gnav.scene.turn");
  if (scene.name === "quiet") return t("gnav.scene.none");
  const { lifted, why } = scene;
  if (lifted.length === 1 && lifted[0] === seat) return t(`gnav.scene.${why}_you`);
  return t(`gnav.scene.${why}`, {
    names: names(foolFirst(lifted, cards), { ...context, name: nameOrYou(context) }),
    count: lifted.length,
  });
}

/**
 * Passed on by a house or a horse, or stopped by the cat.
 * @param {any} ask
 * @param {any} context
 */
function askSentence(ask, { t, name, seat }) {
  const key = ask.answer === null ? "gnav.scene.ask" : "gnav.scene.cat";
  return ask.seat === seat ? t(`${key}_you`) : t(key, { name: name(ask.seat) });
}

/**
 * The dragoon or the cat has taken a life: whoever held it, or the stock.
 * @param {any} scene
 * @param {any} context
 */
function askedSentence({ burning, by, stock }, { t, name, seat }) {
  const key = stock ? `gnav.scene.stock_${by}` : "gnav.scene.asked";
  return burning[0] === seat ? t(`${key}_you`) : t(key, { name: name(burning[0]) });
}

/**
 * @param {any} view
 * @param {any} context
 */
function overSentence(view, { t, name, seat }) {
  const winner = view.lives.findIndex((/** @type {number} */ lives) => lives > 0);
  if (winner < 0) return t("gnav.now.draw");
  return winner === seat ? t("gnav.now.won_you") : t("gnav.now.won", { name: name(winner) });
}
