// @ts-check
/** What becomes of two people when one is merged into the other: told before it is done. */
import { holds } from "./ends.js";

/** States of tables at which nobody may have two seats; in a match that is over each keeps theirs, as in the store. */
const GOING_ON = new Set(["open", "playing"]);

/**
 * @typedef {{id: string, name: string, tables: number}} Person
 * @typedef {{player: Person, sessions: any[], tables: any[], bans: any[]}} File
 */

/**
 * Lines of a preview, as keys and parameters, the gravest last; what does not happen has none.
 * @param {File} from  whose name goes
 * @param {File} into  who stays
 * @param {number} now
 * @returns {Array<{key: string, parameters: Record<string, string | number>}>}
 */
export function previewOf(from, into, now) {
  const names = { from: from.player.name, into: into.player.name };
  const counted = (/** @type {string} */ key, /** @type {number} */ count) =>
    count > 0 ? [{ key, parameters: { ...names, count } }] : [];
  return [
    ...counted("admin.merge.tables", from.player.tables),
    ...counted("admin.merge.sessions", from.sessions.length),
    ...counted("admin.merge.bans", from.bans.filter((ban) => holds(ban, now)).length),
    { key: "admin.merge.name", parameters: names },
    { key: "admin.merge.for_good", parameters: names },
  ];
}

/**
 * Why the two cannot be merged, as far as their files tell; null if they can.
 * @param {File} from
 * @param {File} into
 */
export function obstacleOf(from, into) {
  if (from.player.id === into.player.id) return "same";
  const there = new Set(into.tables.map(({ id }) => id));
  return from.tables.some(({ id, state }) => GOING_ON.has(state) && there.has(id)) ? "shared" : null;
}
