// @ts-check
/** What is printed on the board and on the cards beside it; nothing here decides what is allowed. */

/** @typedef {"whole"|"skim"|"chocolate"} Kind */

/** @type {Kind[]} */
export const KINDS = ["whole", "skim", "chocolate"];
export const TANKS = ["tank0", "tank1", "side"];
export const TANK_SIZES = [4, 4, 2];
export const SHELF = 12;
export const ZONES = [1, 2, 3, 4];
export const PAY = [0, 0, 0, 1, 2];
export const MOST_COWS = 5;
export const EARNED = 3;

const COW_PRICES = /** @type {Record<number, number>} */ ({ 2: 2, 3: 3, 4: 5 });

/**
 * What an upgrade costs this farm.
 * @param {any} farm
 * @param {string} what
 */
export function priceOf(farm, what) {
  if (what === "cow") return COW_PRICES[farm.cows] ?? 0;
  return what === "side_tank" ? 4 : 9;
}

/** @param {any} truck */
export function truckSize({ big }) {
  return big ? 9 : 6;
}

/** @param {any} truck */
export function pointsOfDie({ big }) {
  return big ? 7 : 5;
}

/** @param {number[]} amounts */
export function sum(amounts) {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/**
 * Raw milk in the two tanks and the side tank.
 * @param {any} farm
 * @returns {number[]}
 */
export function rawMilk(farm) {
  return [...farm.tanks, farm.side ?? 0];
}
