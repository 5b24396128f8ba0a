// @ts-check
/** The step in the page's address: "back" goes one step back, and a step can be sent to somebody. */

/**
 * @param {string} search  of the address
 * @param {number} last  the number of steps; that of the end
 */
export function stepIn(search, last) {
  const text = new URLSearchParams(search).get("step") ?? "1";
  return /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text) - 1, last) : 0;
}

/** @param {number} at */
export function tellStep(at) {
  history.pushState({ step: at }, "", at === 0 ? location.pathname : `?step=${at + 1}`);
}
