// @ts-check
/**
 * What is shown between two turns: unused dice pay, then the white dice go on and all are thrown.
 * Made from the views alone.
 */

/** @typedef {{view: any, ms: number, events?: any[]}} Scene */

const SHOWN = { pay: 1400, roll: 1100 };

/**
 * @param {any} view
 * @param {any[]} events
 * @param {any} previous
 * @returns {Scene[]}
 */
export function scenes(view, events, previous) {
  const last = { view, ms: 0, events };
  if (!previous || !isNextTurn(view, previous)) return [last];
  const paid = payScene(view, previous);
  if (view.phase === "over") return [paid, last];
  return [paid, { view: { ...view, scene: { name: "roll" } }, ms: SHOWN.roll }, { ...last, events: events.filter(({ type }) => type !== "rolled") }];
}

/**
 * @param {any} view
 * @param {any} previous
 */
function isNextTurn(view, previous) {
  return view.main !== previous.main || view.round !== previous.round || view.phase !== previous.phase;
}

/**
 * The old turn with everybody done, and the pay of the unused dice beside the money.
 * @param {any} view
 * @param {any} previous
 * @returns {Scene}
 */
function payScene(view, previous) {
  const pay = previous.farms.map((/** @type {any} */ farm, /** @type {number} */ seat) => view.farms[seat].money - farm.money);
  const farms = previous.farms.map((/** @type {any} */ farm, /** @type {number} */ seat) => ({
    ...farm,
    money: view.farms[seat].money,
    done: true,
    market: "passed",
    pouring: false,
    truck: { ...farm.truck, points: 0 },
  }));
  return { view: { ...previous, farms, scene: { name: "pay", pay } }, ms: SHOWN.pay };
}
