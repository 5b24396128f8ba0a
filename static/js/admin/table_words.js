// @ts-check
/** How a table is, in small marks; and what its game and its seats are called. */
import { has, listWords } from "../lib/t.js";
import { mark } from "./parts.js";

/** @typedef {import("../lib/t.js").Translate} Translate */

/**
 * @param {Translate} t
 * @param {string} game
 */
export function gameWords(t, game) {
  const key = `game.${game}`;
  return has(t, key) ? t(key) : game;
}

/**
 * @param {Translate} t
 * @param {{state: string, paused: any, asleep: boolean, violation: string | null, ended_why?: string | null}} table
 */
export function stateMarks(t, { state, paused, asleep, violation, ended_why: why }) {
  return [
    mark(t(`admin.table.${state}`), state === "playing" && !paused && !asleep ? "good" : ""),
    paused ? mark(t("admin.table.paused")) : null,
    asleep ? mark(t("admin.table.asleep")) : null,
    why === "staff" ? mark(t("admin.table.by_staff")) : null,
    violation ? mark(t("admin.table.stuck"), "bad") : null,
  ];
}

/**
 * Why nothing would move a table on, as the round that looks after tables tells it; seats are
 * counted from one, as everywhere that people read.
 * @param {Translate} t
 * @param {string} why
 */
export function violationWords(t, why) {
  const [, what = "", seat = "0"] = /^(.*?)(?: for)?(?: seat (\d+))?$/.exec(why) ?? [];
  const key = `admin.stuck.${what.replaceAll(" ", "_")}`;
  return has(t, key) ? t(key, { number: Number(seat) + 1 }) : why;
}

/**
 * Everybody at the table in a line: people by name, bots counted.
 * @param {Translate} t
 * @param {Array<{name: string | null, bot: string | null}>} seats
 */
export function seatWords(t, seats) {
  const people = seats.flatMap(({ name }) => (name ? [name] : []));
  const bots = seats.filter(({ name, bot }) => !name && bot).length;
  const free = seats.length - people.length - bots;
  return listWords([
    ...people,
    ...(bots > 0 ? [t("admin.table.bots", { count: bots })] : []),
    ...(free > 0 ? [t("admin.table.free", { count: free })] : []),
  ]);
}
