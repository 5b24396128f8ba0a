// @ts-check
/**
 * "Verify this match": everything that a player can check alone is checked here, with our own
 * SHA-256. What needs the rules (`moves`, `result`) is the server's verdict, and is told as that.
 */
import { Chance, commitmentOf, matchSeedOf } from "./chance.js";

/**
 * `ok` is null for what could not be checked, with the reason in `check` itself.
 * @typedef {{check: string, ok: boolean | null, parameters: Record<string, string | number>}} Finding
 * @typedef {{commitment?: string | null, seat?: number | null, clientSeed?: string | null}} Noted
 */

/**
 * @param {any} record  of `GET …/record?draws=1`
 * @param {Noted} noted  what this browser wrote down before the match
 * @param {(done: number, total: number) => void} [onProgress]
 * @param {() => Promise<void>} [breathe]  gives the page its turn between two positions
 * @returns {Promise<Finding[]>}
 */
export async function verify(record, noted, onProgress = () => {}, breathe = async () => {}) {
  return [
    checkCommitment(record),
    finding("committed_first", record.committed_first ? true : null),
    ...checkNotes(record, noted),
    checkMatchSeed(record),
    await checkDraws(record, onProgress, breathe),
    ...(await checkOrigin(record, breathe)),
    finding("moves", record.verdict?.moves ?? null),
    finding("result", record.verdict?.result ?? null),
  ];
}

/**
 * @param {string} check
 * @param {boolean | null} ok
 * @param {Record<string, string | number>} [parameters]
 * @returns {Finding}
 */
function finding(check, ok, parameters = {}) {
  return { check, ok, parameters };
}

/** @param {any} record */
function checkCommitment(record) {
  return finding("commitment", commitmentOf(record.server_seed) === record.commitment);
}

/**
 * The promise and the word that this browser remembers are the ones in the record.
 * @param {any} record
 * @param {Noted} noted
 */
function checkNotes(record, noted) {
  const findings = [];
  if (noted.commitment) findings.push(finding("promise", noted.commitment === record.commitment));
  if (noted.clientSeed && typeof noted.seat === "number") {
    findings.push(finding("word", record.client_seeds[noted.seat] === noted.clientSeed));
  }
  return findings;
}

/** @param {any} record */
function checkMatchSeed(record) {
  const seed = matchSeedOf(record.server_seed, record.client_seeds);
  return finding("match_seed", seed === record.match_seed, { count: record.client_seeds.length });
}

/**
 * @param {any} record
 * @param {(done: number, total: number) => void} onProgress
 * @param {() => Promise<void>} breathe
 */
async function checkDraws(record, onProgress, breathe) {
  const positions = byPosition(record.draws ?? []);
  const total = record.draws?.length ?? 0;
  let done = 0;
  for (const [seq, draws] of positions) {
    if (!drawsHold(record.match_seed, seq, draws))
      return finding("draws", false, { count: total, seq });
    done += draws.length;
    onProgress(done, total);
    await breathe();
  }
  return finding("draws", total > 0 ? true : null, { count: total });
}

/**
 * A branch stands on the match that it left: promise, seed and draws of that one, and of the one
 * that it may have left itself.
 * @param {any} record
 * @param {() => Promise<void>} breathe
 * @returns {Promise<Finding[]>}
 */
async function checkOrigin(record, breathe) {
  const branch = record.start?.branch;
  if (!branch) return [];
  const findings = [
    checkCommitment(branch.record),
    checkMatchSeed(branch.record),
    await checkDraws(branch.record, () => {}, breathe),
    ...(await checkOrigin(branch.record, breathe)),
  ];
  const failed = findings.some(({ ok }) => ok === false);
  const unknown = findings.some(({ ok }) => ok === null);
  return [finding("origin", failed ? false : unknown ? null : true, { seq: branch.seq })];
}

/** @param {any[]} draws */
function byPosition(draws) {
  /** @type {Map<number, any[]>} */
  const positions = new Map();
  for (const draw of draws) positions.set(draw.seq, [...(positions.get(draw.seq) ?? []), draw]);
  return positions;
}

/**
 * @param {string} matchSeed
 * @param {number} seq
 * @param {any[]} draws  of this position, in order
 */
export function drawsHold(matchSeed, seq, draws) {
  const chance = new Chance(matchSeed, seq);
  return draws.every(({ call, n, got }) => {
    if (call === "below") return chance.below(n) === got;
    if (call !== "shuffle" || !Array.isArray(got)) return false;
    const order = chance.shuffle(Array.from({ length: n }, (_, index) => index));
    return order.length === got.length && order.every((item, index) => item === got[index]);
  });
}
