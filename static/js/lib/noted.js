// @ts-check
/**
 * What this browser wrote down about its tables, to hold the server to it later: the commitment as
 * first seen, the own seat and the own word for the shuffle. Also small wishes of the person.
 */

const KEY = "kitchen-table:noted";
const KEPT = 50;

/** @typedef {{commitment?: string, seat?: number, clientSeed?: string}} Note */

/** @returns {Record<string, Note>} */
function readAll() {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return {}; // no storage allowed, or not ours: then nothing was noted
  }
}

/**
 * @param {string} table
 * @returns {Note}
 */
export function noted(table) {
  return readAll()[table] ?? {};
}

/**
 * Add to the note of a table; what was noted first about the commitment stays.
 * @param {string} table
 * @param {Note} more
 */
export function note(table, more) {
  const { [table]: old = {}, ...others } = readAll();
  const merged = { ...old, ...more, commitment: old.commitment ?? more.commitment };
  const latest = Object.entries(others).slice(1 - KEPT);
  remember(KEY, JSON.stringify({ ...Object.fromEntries(latest), [table]: merged }));
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    return; // full or forbidden: the page works without a memory
  }
}

/** Nothing that this browser noted here is left. */
export function forgetEverything() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("kitchen-table:")) localStorage.removeItem(key);
    }
  } catch {
    return; // no storage: nothing was noted
  }
}

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
