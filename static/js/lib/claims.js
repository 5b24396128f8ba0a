// @ts-check
/**
 * One of all tabs does it: what has to happen once in a browser is claimed in its storage. There
 * is no lock on a home network's insecure pages, so a claim is written, and holds if it still
 * stands a moment later.
 */
import { randomHex } from "./random.js";

const PREFIX = "kitchen-table:called:";
/** Longer than a write takes to be seen by the other tabs, in milliseconds. */
const SETTLED_AFTER = 80;

export class Claims {
  /**
   * @param {Storage | null} storage  null where none is allowed: then each tab is alone
   * @param {(ms: number) => Promise<void>} wait
   */
  constructor(storage, wait = (ms) => new Promise((done) => setTimeout(done, ms))) {
    this.storage = storage;
    this.wait = wait;
    this.tab = randomHex(8);
  }

  /**
   * Whether this tab is the one to do number `number` of `name`. Numbers only grow: what comes
   * before one that was claimed, or less than `apart` after it, is done with.
   * @param {string} name
   * @param {number} number
   */
  async claim(name, number, apart = 1) {
    if (this.storage === null) return true;
    if (number - this.#claimed(name) < apart) return false;
    const mine = `${number} ${this.tab}`;
    this.#write(name, mine);
    await this.wait(SETTLED_AFTER);
    return this.#read(name) === mine;
  }

  /**
   * What was claimed goes on under a greater number.
   * @param {string} name
   * @param {number} number
   */
  extend(name, number) {
    const claimed = this.#claimed(name);
    if (Number.isFinite(claimed) && claimed < number) this.#write(name, `${number} ${this.tab}`);
  }

  /** Nothing of these will be claimed any more. @param {string} beginning */
  forget(beginning) {
    for (const key of Object.keys(this.storage ?? {})) {
      if (key.startsWith(PREFIX + beginning)) this.storage?.removeItem(key);
    }
  }

  /** @param {string} name */
  #claimed(name) {
    const text = this.#read(name);
    return text ? Number(text.split(" ")[0]) : -Infinity;
  }

  /** @param {string} name */
  #read(name) {
    return this.storage?.getItem(PREFIX + name) ?? null;
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #write(name, text) {
    try {
      this.storage?.setItem(PREFIX + name, text);
    } catch {
      this.storage = null; // full: better two alerts than none
    }
  }
}

/** The storage that all tabs share, if this browser gives any. */
export function sharedStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
