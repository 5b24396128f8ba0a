// @ts-check
/** A list that comes in pages: searched, filtered, read on; the newest question wins. */

export class Listing {
  /**
   * @param {import("./house.js").House} house
   * @param {string} path  of the call that answers `{[field]: [...], before}`
   * @param {string} field
   */
  constructor(house, path, field) {
    this.house = house;
    this.path = path;
    this.field = field;
    /** What is asked for; empty values are left out. @type {Record<string, string>} */
    this.query = {};
    /** Null until the first page is here. @type {any[] | null} */
    this.items = null;
    /** @type {unknown} */
    this.problem = null;
    /** Where the next page begins; null at the end. @type {string | number | null} */
    this.before = null;
    this.busy = false;
    this.asked = 0;
  }

  /** Ask again from the beginning, with these changes. @param {Record<string, string>} [changes] */
  ask(changes = {}) {
    this.query = { ...this.query, ...changes };
    return this.#fetch(null);
  }

  /** The next page. */
  more() {
    return this.#fetch(this.before);
  }

  /** @param {string | number | null} before */
  async #fetch(before) {
    this.asked += 1;
    const mine = this.asked;
    this.busy = true;
    this.house.draw();
    try {
      const answer = await this.house.get(this.#address(before));
      if (mine !== this.asked) return;
      const known = before === null ? [] : (this.items ?? []);
      this.items = [...known, ...answer[this.field]];
      this.before = answer.before ?? null;
      this.problem = null;
    } catch (problem) {
      if (mine !== this.asked) return;
      this.problem = problem;
    }
    this.busy = false;
    this.house.draw();
  }

  /** @param {string | number | null} before */
  #address(before) {
    const wishes = Object.entries(this.query).filter(([, value]) => value !== "");
    const query = new URLSearchParams(wishes);
    if (before !== null) query.set("before", String(before));
    return query.size > 0 ? `${this.path}?${query}` : this.path;
  }
}
