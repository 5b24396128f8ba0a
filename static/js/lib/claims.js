// @ts-check
/**
 * One of all tabs does it: what has to happen once in a browser is claimed in its storage. A tab
 * may read what another one wrote some time later, so a lock decides between two at a time; on a
 * home network's insecure pages there is none, and a claim holds if it still stands a moment later.
 */
import { randomHex } from "./random.js";

const PREFIX = "kitchen-table:called:";
/** Longer than a write takes to be seen by the other tabs, in milliseconds. */
const SETTLED_AFTER = 80;
/** Longer than a busy tab takes for it, in milliseconds. */
const LOCKED_FOR = 5000;

export class Claims {
  /**
   * @param {Storage | null} storage  null where none is allowed: then each tab is alone
   * @param {(ms: number) => Promise<void>} wait
   * @param {LockManager | undefined} locks
   */
  constructor(storage, wait, locks) {
    this.storage = storage;
    this.wait = wait;
    this.locks = locks;
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
    if (this.locks && !(await this.#lock(apart === 1 ? `${name}:${number}` : name))) return false;
    const mine = `${number} ${this.tab}`;
    this.#write(name, mine);
    if (this.locks) return true;
    await this.wait(SETTLED_AFTER);
    return this.#read(name) === mine;
  }

  /**
   * Whether no other tab has just locked this.
   * @param {string} name
   * @returns {Promise<boolean>}
   */
  #lock(name) {
    return new Promise((done) => {
      void this.locks?.request(PREFIX + name, { ifAvailable: true }, (lock) => {
        done(lock !== null);
        return lock && this.wait(LOCKED_FOR);
      });
    });
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
