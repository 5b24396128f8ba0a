// @ts-check
/** Which paragraph of the rules is about this moment. */

export const PARAGRAPHS = {
  bid: "bids", count: "bids", shown: "bids", roll: "play", taken: "winning", bonus: "bonus",
  reckon: "scoring", points: "scoring", over: "end",
};

/**
 * @param {any} view
 * @returns {string}
 */
export function rulesAt({ phase, scene }) {
  if (!scene) return PARAGRAPHS[/** @type {"bid"} */ (phase)];
  if (scene.bonus) return PARAGRAPHS.bonus;
  return PARAGRAPHS[/** @type {"count"} */ (scene.name)] ?? PARAGRAPHS.taken;
}
