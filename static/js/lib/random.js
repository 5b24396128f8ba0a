// @ts-check
/** Random words; `crypto.getRandomValues` is there on insecure origins too. */

/** @param {number} bytes */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
