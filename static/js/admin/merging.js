// @ts-check
/** What becomes of two people when one is merged into the other: told before it is done. */

/**
 * @typedef {{id: string, name: string, kind: string}} Person
 * @typedef {{player: Person, sessions: any[], tables: any[], bans: any[], reports: any[]}} File
 */

/**
 * Lines of a preview, as keys and parameters, the gravest last; what does not happen has none.
 * @param {File} from  whose name goes
 * @param {File} into  who stays
 * @returns {Array<{key: string, parameters: Record<string, string | number>}>}
 */
export function previewOf(from, into) {
  const names = { from: from.player.name, into: into.player.name };
  const counted = (/** @type {string} */ key, /** @type {any[]} */ list) =>
    list.length > 0 ? [{ key, parameters: { ...names, count: list.length } }] : [];
  return [
    ...counted("admin.merge.tables", from.tables),
    ...counted("admin.merge.sessions", from.sessions),
    ...counted("admin.merge.bans", from.bans),
    { key: "admin.merge.name", parameters: names },
    { key: "admin.merge.for_good", parameters: names },
  ];
}

/**
 * Tables at which both are: one person cannot sit there twice.
 * @param {File} from
 * @param {File} into
 */
export function sharedTables(from, into) {
  const known = new Set(into.tables.map(({ id }) => id));
  return from.tables.filter(({ id }) => known.has(id));
}

/**
 * Why the two cannot be merged; null if they can.
 * @param {File} from
 * @param {File} into
 */
export function obstacleOf(from, into) {
  if (from.player.id === into.player.id) return "same";
  return sharedTables(from, into).length > 0 ? "shared" : null;
}
