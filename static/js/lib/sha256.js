// @ts-check
/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104). Our own, because a home network is an insecure
 * context, where browsers hide theirs, and because a player should be able to read all of it.
 */

/** @typedef {[number, number, number, number, number, number, number, number]} Eight */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first eight. */
const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const state = Uint32Array.from(START);
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + 4 * i);
    compress(state, extend(words));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} message */
function pad(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const bits = new DataView(padded.buffer, padded.length - 8);
  bits.setUint32(0, Math.floor(message.length / 2 ** 29));
  bits.setUint32(4, message.length << 3);
  return padded;
}

/**
 * @param {number} word
 * @param {number} by
 */
function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {Uint32Array} words  the first 16 are set, the other 48 are made from them */
function extend(words) {
  for (let i = 16; i < 64; i += 1) {
    const [a, b, c, d] = [at(words, i - 15), at(words, i - 2), at(words, i - 16), at(words, i - 7)];
    const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = c + small + d + large;
  }
  return words;
}

/**
 * @param {Uint32Array} words
 * @param {number} index
 */
function at(words, index) {
  return /** @type {number} */ (words[index]);
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 */
function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = /** @type {Eight} */ ([...state]);
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + at(K, i) + at(words, i)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = at(state, i) + word;
  });
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmacSha256(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(concat([block.map((byte) => byte ^ 0x36), message]));
  return sha256(concat([block.map((byte) => byte ^ 0x5c), inner]));
}

/** @param {Uint8Array[]} parts */
export function concat(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** @param {string} text */
export function ascii(text) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
