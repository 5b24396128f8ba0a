// @ts-check
/** Which paragraph of the rules is about this moment. */

export const PARAGRAPHS = { trick: "play", scoring: "scoring", over: "end", two: "two" };

/**
 * @param {any} view
 * @returns {string}
 */
export function rulesAt(view) {
  const reckons = view.scene?.name === "round" || view.scene?.name === "points";
  const over = view.phase === "over" && !view.scene;
  if (!reckons && !over) return PARAGRAPHS.trick;
  if (view.hand_sizes.length === 2) return PARAGRAPHS.two;
  return over ? PARAGRAPHS.over : PARAGRAPHS.scoring;
}
