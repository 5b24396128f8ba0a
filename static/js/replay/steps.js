// @ts-check
/** The positions of a match as they are fetched: all without views at once, views by the stretch. */
import { call } from "../lib/api.js";

/**
 * @typedef {object} Step
 * @property {number} seq
 * @property {number | null} seat
 * @property {any} move
 * @property {number} [undo]
 * @property {string | null} by
 * @property {string | null} at
 * @property {any[]} events
 * @property {any} [view]
 * @property {number[]} to_act
 * @property {any} result
 *
 * @typedef {number | "all" | null} Eyes  a seat's, everything open, or a spectator's
 */

const STRETCH = 40;

export class Steps {
  /**
   * @param {string} table
   * @param {(method: string, path: string) => Promise<any>} [fetcher]
   */
  constructor(table, fetcher = call) {
    this.table = table;
    this.fetcher = fetcher;
    /** @type {Map<string, Promise<Step[]>>} */
    this.stretches = new Map();
  }

  /** Every position, in order, without its view. @returns {Promise<Step[]>} */
  async all() {
    /** @type {Step[]} */
    const steps = [];
    for (let last = 0; steps.length <= last; ) {
      const answer = await this.#ask(`from=${steps.length}&views=0`);
      steps.push(...answer.steps);
      last = answer.last;
    }
    return steps;
  }

  /**
   * One position with the view of those eyes; what comes next is fetched along with it.
   * @param {number} seq
   * @param {Eyes} eyes
   * @returns {Promise<Step>}
   */
  async at(seq, eyes) {
    const number = Math.floor(seq / STRETCH);
    const steps = await this.#stretch(number, eyes);
    if (seq % STRETCH > STRETCH / 2 && steps.length === STRETCH)
      this.#stretch(number + 1, eyes).catch(() => {}); // asked for again when it is needed
    return /** @type {Step} */ (steps[seq % STRETCH]);
  }

  /**
   * @param {number} number
   * @param {Eyes} eyes
   * @returns {Promise<Step[]>}
   */
  #stretch(number, eyes) {
    const name = `${eyes}:${number}`;
    const known = this.stretches.get(name);
    if (known) return known;
    const first = number * STRETCH;
    const seat = eyes === null ? "" : `&seat=${eyes}`;
    const asked = this.#ask(`from=${first}&to=${first + STRETCH - 1}${seat}`)
      .then(({ steps }) => steps)
      .catch((problem) => {
        this.stretches.delete(name);
        throw problem;
      });
    this.stretches.set(name, asked);
    return asked;
  }

  /** @param {string} query */
  #ask(query) {
    return this.fetcher("GET", `/api/tables/${this.table}/replay?${query}`);
  }
}
