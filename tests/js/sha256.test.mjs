// Our own SHA-256 and HMAC agree with Node's, around every boundary of a block.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import test from "node:test";
import { ascii, fromHex, hmacSha256, sha256, toHex } from "../../static/js/lib/sha256.js";

const LENGTHS = [0, 1, 3, 31, 32, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000];

/** Bytes that differ, the same in every run. */
const bytes = (length) => Uint8Array.from({ length }, (_, i) => (i * 151 + length) % 256);

test("sha256 of every length", () => {
  for (const length of LENGTHS) {
    const expected = createHash("sha256").update(bytes(length)).digest("hex");
    assert.equal(toHex(sha256(bytes(length))), expected, `${length} bytes`);
  }
});

test("hmac with keys shorter and longer than a block", () => {
  for (const key of LENGTHS) {
    const expected = createHmac("sha256", bytes(key)).update(bytes(77)).digest("hex");
    assert.equal(toHex(hmacSha256(bytes(key), bytes(77))), expected, `a key of ${key} bytes`);
  }
});

test("text and hexadecimal digits", () => {
  assert.equal(
    toHex(sha256(ascii("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  assert.deepEqual(fromHex("00ff10"), Uint8Array.of(0, 255, 16));
});
