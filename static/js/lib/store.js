// @ts-check
/** What this page knows of its table: a pure fold of the server's messages, without a DOM. */

/**
 * @typedef {{seq: number, seat: number, move: any, undo?: number, by: string, at: string, events: any[]}} Entry
 * @typedef {{table: any, seat: number | null, seq: number | null, view: any, legal: any[],
 *   canUndo: number | null, opening: any[], log: Entry[], chat: any[], notes: any[]}} State
 */

/** @type {State} */
export const EMPTY = Object.freeze({
  table: null,
  seat: null,
  seq: null,
  view: null,
  legal: [],
  canUndo: null,
  opening: [],
  log: [],
  chat: [],
  notes: [],
});

const LOG_KEPT = 400;
const CHAT_KEPT = 200;

/**
 * The next state. What is old, repeated or not about the table changes nothing: the very same
 * state comes back.
 * @param {State} state
 * @param {any} message
 * @returns {State}
 */
export function fold(state, message) {
  switch (message.type) {
    case "state":
      return foldState(state, message);
    case "move":
      return foldMove(state, message);
    case "table":
      return isOlder(state, message) ? state : { ...state, table: message.table };
    case "chat":
      return { ...state, chat: mergeById(state.chat, [message], CHAT_KEPT) };
    case "note":
      return { ...state, notes: mergeById(state.notes, [message], CHAT_KEPT) };
    default:
      return state;
  }
}

/**
 * A `state` is the whole truth; only chat and notes that came before are kept beside it.
 * @param {State} state
 * @param {any} message
 * @returns {State}
 */
function foldState(state, message) {
  return {
    table: message.table,
    seat: message.seat,
    seq: message.seq,
    view: message.view,
    legal: message.legal ?? [],
    canUndo: message.can_undo ?? null,
    opening: message.opening ?? [],
    log: message.log ?? [],
    chat: mergeById(renewed(state.chat, message.chat ?? []), message.chat ?? [], CHAT_KEPT),
    notes: mergeById(state.notes, message.notes ?? [], CHAT_KEPT),
  };
}

/**
 * @param {State} state
 * @param {any} message
 * @returns {State}
 */
function foldMove(state, message) {
  if (message.seq <= (state.seq ?? -1)) return state;
  const { seq, seat, move, undo, by, at, events } = message;
  const entry = { seq, seat, move, by, at, events, ...(undo === undefined ? {} : { undo }) };
  return {
    ...state,
    seq,
    view: message.view,
    legal: message.legal ?? state.legal,
    canUndo: message.can_undo ?? null,
    log: [...state.log, entry].slice(-LOG_KEPT),
    table: tableAfter(state.table, message),
  };
}

/**
 * @param {any} table
 * @param {any} message
 */
function tableAfter(table, message) {
  const { seq, to_act, deadlines, result } = message;
  if (table === null || seq < (table.seq ?? -1)) return table;
  return { ...table, seq, to_act, deadlines, result, state: result ? "finished" : table.state };
}

/**
 * @param {State} state
 * @param {any} message
 */
function isOlder(state, message) {
  const known = Math.max(state.seq ?? -1, state.table?.seq ?? -1);
  return (message.seq ?? message.table.seq ?? -1) < known;
}

/**
 * @param {any[]} known
 * @param {any[]} more
 * @param {number} kept
 */
function mergeById(known, more, kept) {
  const ids = new Set(known.map((item) => item.id));
  const fresh = more.filter((item) => !ids.has(item.id));
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-kept);
}

/**
 * What is told again stands as it was told last: its writer may have left, and the words with them.
 * @param {any[]} known
 * @param {any[]} more
 */
function renewed(known, more) {
  const told = new Map(more.map((item) => [item.id, item]));
  return known.map((item) => told.get(item.id) ?? item);
}
