// @ts-check
/** What the people at the table say: the last asking, word by word. */
import { placeStyle, stepOf, voice } from "./ring.js";

/** @typedef {import("./follow.js").Ask} Ask */

/**
 * What each seat says now, from the last asking of the deal. The stock speaks as "stock".
 * @param {any} view
 * @param {any} context
 * @returns {Map<number|"stock", {words: string, tone: string}>}
 */
export function bubbles(view, context) {
  const said = new Map();
  const ask = /** @type {Ask|undefined} */ (view.asks.at(-1));
  const shownNow = !view.scene || ["ask", "asked", "answer"].includes(view.scene.name);
  if (!ask || !shownNow || (view.phase === "over" && !view.scene)) return said;
  const { t } = context;
  if (ask.did === "keep") return said.set(ask.seat, { words: t("gnav.says.keep"), tone: "calm" });
  said.set(ask.seat, { words: t("gnav.says.swap"), tone: "calm" });
  const refusing = ask.answer === "swapped" || ask.answer === "drew" ? -1 : ask.asked.length;
  ask.asked.forEach((asked, index) => {
    const last = index === ask.asked.length - 1;
    const words = last ? answerWords(ask, t, refusing > 0) : t("gnav.says.pass");
    if (words) said.set(asked, { words, tone: !last ? "past" : ask.answer === "swapped" ? "calm" : "loud" });
  });
  return said;
}

/**
 * @param {Ask} ask
 * @param {(key: string) => string} t
 * @param {boolean} refused
 */
function answerWords(ask, t, refused) {
  if (ask.answer === null) return t("gnav.says.pass");
  if (refused) return t(`gnav.says.${ask.answer.replace("-asked", "")}`);
  return ask.answer === "swapped" ? t("gnav.says.swapped") : null;
}

/**
 * The words of the people, each at its place, above everything that lies on the table.
 * @param {any} view
 * @param {any} context
 * @param {Map<number|"stock", {words: string, tone: string}>} said
 */
export function sayings(view, context, said) {
  const count = view.lives.length;
  return [...said].flatMap(([seat, words]) => {
    if (seat === "stock") return [];
    const step = stepOf(seat, context.seat, count);
    const { side, rise, way } = voice(step, count);
    const from = `from-${context.seat === seat ? "me" : side} is-${rise > 0.5 ? "far" : "near"} goes-${way}`;
    return [bubble(context, words, { from, key: `${seat}-`, style: { ...placeStyle(step, count), "--rise": rise.toFixed(3) } })];
  });
}

/**
 * @param {any} context
 * @param {{words: string, tone: string}|undefined} said
 * @param {{from: string, key?: string, style?: Record<string, string>}} place
 */
export function bubble({ h }, said, { from, key = "", style = {} }) {
  if (!said) return null;
  const { words, tone } = said;
  return h("span", { key: `says-${key}${words}`, class: `gnav-bubble is-${tone} ${from}`, style, "data-inside": "" }, words);
}
