// @ts-check
/** Whose turn it is and which one, told by what the server says, for clocks and calls. */

/**
 * Whether the match waits for this seat's player: at a table with a clock that is whose clock
 * runs; a stand-in that covers a seat is not waited for.
 * @param {any} table
 * @param {number | null} seat
 */
export function owes(table, seat) {
  if (seat === null || table?.state !== "playing" || isResting(table)) return false;
  const { player, away } = table.seats[seat];
  if (!player || away || !table.to_act.includes(seat)) return false;
  return !isTimed(table) || String(seat) in table.deadlines;
}

/** @param {any} table */
export function isTimed(table) {
  return table.pace.kind !== "relaxed";
}

/** @param {any} table */
export function isResting(table) {
  return Boolean(table?.paused) || Boolean(table?.asleep);
}

/**
 * A number that names my turn, the same in every tab and after a reload, and greater for every
 * later turn: the last entry after which a turn of mine may have begun. Between two turns lies an
 * entry of mine, or one that takes something back.
 * @param {import("../lib/store.js").Entry[]} log
 * @param {number} seat
 */
export function turnOf(log, seat) {
  const begins = log.filter((entry) => entry.seat === seat || entry.undo !== undefined);
  return begins.at(-1)?.seq ?? 0;
}

/**
 * Whether a stand-in plays on for somebody whose time has run out, until they owe nothing more or
 * play themselves: nobody's clock runs there, and the player has not moved since the clock did.
 * @param {{table: any, log: import("../lib/store.js").Entry[]}} state
 * @param {number} seat
 */
export function isCovered({ table, log }, seat) {
  const { player, away } = table.seats[seat];
  if (table.state !== "playing" || !isTimed(table) || isResting(table) || !player || away) return false;
  if (!table.to_act.includes(seat) || String(seat) in table.deadlines) return false;
  const own = log.filter((entry) => entry.seat === seat);
  const last = own.findLast(({ by }) => by !== "bot");
  return last?.by === "clock";
}
