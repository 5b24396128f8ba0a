// @ts-check
/** Follows the cards of a deal through the swaps that everybody sees, so that each keeps its key. */

/**
 * @typedef {{seat: number, did: "keep"|"swap", asked: Array<number|"stock">, answer: string|null}} Ask
 */

/**
 * Where each dealt card lies now: `places[seat]` is the seat it was dealt to, or "stock".
 * @param {number} seats
 * @param {Ask[]} asks
 * @returns {Array<number|string>}
 */
export function cardPlaces(seats, asks) {
  /** @type {Array<number|string>} */
  const places = Array.from({ length: seats }, (_, seat) => seat);
  /** @type {Array<[number, number]>} */
  let swaps = [];
  for (const ask of asks) {
    if (ask.answer === "swapped") {
      const pair = /** @type {[number, number]} */ ([ask.seat, ask.asked.at(-1)]);
      exchange(places, pair);
      swaps.push(pair);
    } else if (ask.answer === "katt") {
      for (const pair of swaps.reverse()) exchange(places, pair);
      swaps = [];
    } else if (ask.answer === "drew") {
      places[ask.seat] = "stock";
    }
  }
  return places;
}

/**
 * @param {Array<number|string>} places
 * @param {[number, number]} pair
 */
function exchange(places, [one, other]) {
  [places[one], places[other]] = [places[other], places[one]];
}

/**
 * The seats that have a card before them: those in the deal, and those knocked out of it.
 * @param {any} view
 * @returns {number[]}
 */
export function seatsWithCards(view) {
  const asking = view.asks.map((/** @type {Ask} */ ask) => ask.seat);
  const known = view.cards.flatMap((/** @type {string|null} */ card, /** @type {number} */ seat) =>
    card === null ? [] : [seat],
  );
  return [...new Set([...view.in_deal, ...asking, ...known])].sort((one, other) => one - other);
}

/**
 * The seats from the left of `dealer` round to the dealer.
 * @param {number} seats
 * @param {number} dealer
 */
export function fromDealersLeft(seats, dealer) {
  return Array.from({ length: seats }, (_, step) => (dealer + 1 + step) % seats);
}
