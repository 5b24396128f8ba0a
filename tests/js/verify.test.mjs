import assert from "node:assert/strict";
import { test } from "node:test";
import { Chance, commitmentOf, matchSeedOf } from "../../static/js/lib/chance.js";
import { drawsHold, verify } from "../../static/js/lib/verify.js";

const SERVER_SEED = "5a".repeat(32);
const CLIENT_SEEDS = ["ada", "bot", "bot"];

/** A record as the server exports it, with the draws of two positions. */
function makeRecord() {
  const matchSeed = matchSeedOf(SERVER_SEED, CLIENT_SEEDS);
  const first = new Chance(matchSeed, 0);
  const later = new Chance(matchSeed, 9);
  const order = () => Array.from({ length: 42 }, (_, index) => index);
  return {
    server_seed: SERVER_SEED,
    client_seeds: CLIENT_SEEDS,
    commitment: commitmentOf(SERVER_SEED),
    committed_first: true,
    match_seed: matchSeed,
    draws: [
      { seq: 0, call: "below", n: 3, got: first.below(3) },
      { seq: 0, call: "shuffle", n: 42, got: first.shuffle(order()) },
      { seq: 9, call: "shuffle", n: 42, got: later.shuffle(order()) },
    ],
    verdict: {
      commitment: true,
      match_seed: true,
      moves: true,
      result: true,
      holds: true,
      problem: null,
    },
  };
}

/** Each check's answer, by name. */
async function answers(record, noted = {}) {
  const findings = await verify(record, noted);
  return Object.fromEntries(findings.map(({ check, ok }) => [check, ok]));
}

test("an honest record holds in every point", async () => {
  assert.deepEqual(await answers(makeRecord()), {
    commitment: true,
    committed_first: true,
    match_seed: true,
    draws: true,
    moves: true,
    result: true,
  });
});

test("what this browser noted is held against the record", async () => {
  const record = makeRecord();
  const honest = await answers(record, {
    commitment: record.commitment,
    seat: 0,
    clientSeed: "ada",
  });
  assert.equal(honest.promise, true);
  assert.equal(honest.word, true);
  const forged = await answers(record, { commitment: "00".repeat(32), seat: 0, clientSeed: "eve" });
  assert.equal(forged.promise, false);
  assert.equal(forged.word, false);
});

test("another secret, another word, another card are all found", async () => {
  const otherSecret = await answers({ ...makeRecord(), server_seed: "5b".repeat(32) });
  assert.equal(otherSecret.commitment, false);
  assert.equal(otherSecret.match_seed, false);
  const otherWord = await answers({ ...makeRecord(), client_seeds: ["eve", "bot", "bot"] });
  assert.equal(otherWord.match_seed, false);
  const record = makeRecord();
  [record.draws[2].got[0], record.draws[2].got[1]] = [
    record.draws[2].got[1],
    record.draws[2].got[0],
  ];
  assert.equal((await answers(record)).draws, false);
});

test("a draw of an unknown kind does not hold", () => {
  assert.equal(drawsHold("00".repeat(32), 0, [{ call: "peek", n: 3, got: 1 }]), false);
  assert.equal(drawsHold("00".repeat(32), 0, [{ call: "shuffle", n: 3, got: null }]), false);
});

test("what could not be checked is neither yes nor no", async () => {
  const { draws: _, verdict: __, ...bare } = makeRecord();
  const open = await answers({ ...bare, committed_first: false });
  assert.equal(open.committed_first, null);
  assert.equal(open.draws, null);
  assert.equal(open.moves, null);
});

test("progress is told for every position", async () => {
  const seen = [];
  await verify(makeRecord(), {}, (done, total) => seen.push([done, total]));
  assert.deepEqual(seen, [
    [2, 3],
    [3, 3],
  ]);
});

/** A record that branched from another one, and that one from a third. */
function makeBranch() {
  const branch = (record, seq) => ({ ...makeRecord(), start: { branch: { record, seq } } });
  return branch(branch({ ...makeRecord(), start: { fresh: true } }, 4), 9);
}

test("a branch holds if all that it stands on holds", async () => {
  assert.equal((await answers(makeBranch())).origin, true);
  assert.equal("origin" in (await answers(makeRecord())), false);
});

test("what was done to the match that a branch left is found", async () => {
  for (const spoil of [
    (record) => (record.commitment = "0".repeat(64)),
    (record) => (record.client_seeds = ["eve", "bot", "bot"]),
    (record) => (record.draws[0].got += 1),
  ]) {
    for (const depth of [1, 2]) {
      const record = makeBranch();
      let origin = record;
      for (let level = 0; level < depth; level += 1) origin = origin.start.branch.record;
      spoil(origin);
      const { origin: holds, ...own } = await answers(record);
      assert.equal(holds, false);
      assert.ok(Object.values(own).every((ok) => ok === true));
    }
  }
});

test("draws of an origin that were not sent are not said to hold", async () => {
  const record = makeBranch();
  delete record.start.branch.record.draws;
  assert.equal((await answers(record)).origin, null);
});
