// The vectors of the page on fair chance, and of FIPS 180-4 and RFC 4231.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { Chance, commitmentOf, matchSeedOf } from "../../static/js/lib/chance.js";
import { ascii, fromHex, hmacSha256, sha256, toHex } from "../../static/js/lib/sha256.js";

const SERVER_SEED = Array.from({ length: 32 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");
const MATCH_SEED = "b3a06aee1a065d06a7dd02e393ce504cef8f325b02d7d1b78deaebb869c76795";
const times = (count, make) => Array.from({ length: count }, make);

test("SHA-256 of the published messages", () => {
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  assert.equal(toHex(sha256(ascii("abc"))), abc);
  assert.equal(toHex(sha256(ascii(""))), empty);
});

test("SHA-256 and HMAC of every length around the block's borders agree with another's", () => {
  for (let length = 0; length < 200; length += 1) {
    const message = new Uint8Array(randomBytes(length));
    const key = new Uint8Array(randomBytes(length));
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    assert.equal(
      toHex(hmacSha256(key, message)),
      createHmac("sha256", key).update(message).digest("hex"),
    );
  }
});

test("hex goes there and back", () => {
  assert.equal(toHex(fromHex("00ff10a0")), "00ff10a0");
});

test("the commitment and the seed of a match", () => {
  assert.equal(
    commitmentOf(SERVER_SEED),
    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  );
  assert.equal(matchSeedOf(SERVER_SEED, ["alice", "bot"]), MATCH_SEED);
});

test("the first ten words of position 0", () => {
  const chance = new Chance(MATCH_SEED, 0);
  assert.deepEqual(
    times(10, () => chance.word()),
    [
      2268981005, 3489722191, 1193946610, 2665574557, 86336231, 3207809755, 3258302905, 2628908932,
      2528255826, 3567375528,
    ],
  );
});

test("a shuffle of 44 at position 0", () => {
  const cards = times(44, (_, index) => index + 1);
  assert.deepEqual(
    new Chance(MATCH_SEED, 0).shuffle(cards),
    [
      27, 37, 36, 17, 16, 34, 28, 18, 44, 31, 9, 38, 20, 21, 10, 5, 35, 41, 33, 26, 42, 14, 22, 40,
      43, 7, 24, 1, 39, 30, 15, 13, 3, 23, 4, 19, 29, 12, 8, 32, 25, 11, 2, 6,
    ],
  );
});

test("twelve dice at position 7", () => {
  const chance = new Chance(MATCH_SEED, 7);
  assert.deepEqual(
    times(12, () => chance.below(6)),
    [4, 3, 5, 3, 2, 2, 5, 4, 0, 2, 2, 3],
  );
});

test("words of the incomplete stretch are passed over", () => {
  const chance = new Chance(MATCH_SEED, 3);
  const drawn = [2864745001, 553867660, 694913883, 2069668547, 602769000];
  assert.deepEqual(
    times(5, () => chance.below(3_000_000_000)),
    drawn,
  );
});

test("below 1 takes a word as well", () => {
  const chance = new Chance(MATCH_SEED, 0);
  assert.equal(chance.below(1), 0);
  assert.equal(chance.word(), 3489722191);
});
