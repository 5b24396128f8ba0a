// @ts-check
/** The stream of one log position, as the page on fair chance describes it. */
import { ascii, concat, fromHex, hmacSha256, sha256, toHex } from "./sha256.js";

const WORDS = 2 ** 32;

/** @param {string} serverSeed  64 hex digits */
export function commitmentOf(serverSeed) {
  return toHex(sha256(fromHex(serverSeed)));
}

/**
 * The server's secret mixed with a word of every seat, in order.
 * @param {string} serverSeed
 * @param {string[]} clientSeeds
 */
export function matchSeedOf(serverSeed, clientSeeds) {
  const parts = clientSeeds.flatMap((seed) => [Uint8Array.of(0), ascii(seed)]);
  return toHex(sha256(concat([fromHex(serverSeed), ...parts])));
}

export class Chance {
  /**
   * @param {string} matchSeed  64 hex digits
   * @param {number} position  of the log
   */
  constructor(matchSeed, position) {
    this.key = fromHex(matchSeed);
    this.position = position;
    this.taken = 0;
    /** @type {DataView} */
    this.block = new DataView(new ArrayBuffer(32));
  }

  /** The next unsigned 32-bit word. */
  word() {
    const index = this.taken % 8;
    if (index === 0) {
      const message = ascii(`${this.position}:${this.taken / 8}`);
      this.block = new DataView(hmacSha256(this.key, message).buffer);
    }
    this.taken += 1;
    return this.block.getUint32(4 * index);
  }

  /**
   * One of 0 … n - 1, all equally likely: words of the incomplete last stretch are passed over.
   * @param {number} n
   */
  below(n) {
    const limit = WORDS - (WORDS % n);
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % n;
  }

  /**
   * @template T
   * @param {T[]} items  shuffled in place
   */
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      const [a, b] = /** @type {[T, T]} */ ([items[i], items[j]]);
      [items[i], items[j]] = [b, a];
    }
    return items;
  }
}
