// @ts-check
/** What the people at the table say: the last asking, word by word. */

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
  if (!ask || !shownNow) return said;
  const { t } = context;
  if (ask.did === "keep") return said.set(ask.seat, { words: t("gnav.says.keep"), tone: "calm" });
  said.set(ask.seat, { words: t("gnav.says.swap"), tone: "calm" });
  const refusing = ask.answer === "swapped" || ask.answer === "drew" ? -1 : ask.asked.length;
  ask.asked.forEach((asked, index) => {
    const last = index === ask.asked.length - 1;
    const words = last ? answerWords(ask, t, refusing > 0) : t("gnav.says.pass");
    if (words) said.set(asked, { words, tone: last && ask.answer !== "swapped" ? "loud" : "calm" });
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
