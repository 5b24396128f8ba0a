// @ts-check
/** Deeds of the log as sentences: who did what to whom, with what follows from the detail. */
import { dateWords } from "../lib/dates.js";
import { has } from "../lib/t.js";

/** Details that already are in the sentence, or that choose among sentences. */
const SAID = new Set(["kind", "verdict", "result", "name", "role", "on", "resting"]);
/** What can be looked for: deeds that a role allows, and what staff does with its own accounts. */
export const DEEDS = [
  "repair_table",
  "end_table",
  "break_glass",
  "verify_table",
  "rename_player",
  "end_session",
  "mute",
  "ban",
  "lift_ban",
  "merge_players",
  "judge_report",
  "switch_game",
  "announce",
  "maintain",
  "hire",
  "change_staff",
  "dismiss",
  "log_in",
  "log_out",
  "prove",
  "set_password",
  "make_link",
];
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * @typedef {{number: number, at: string, admin: {id: string, name: string} | null, deed: string,
 *   target: {kind: string, id: string} | null, why: string, detail: Record<string, any>}} Entry
 */

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 */
export function sentenceOf(t, entry) {
  const parameters = { who: entry.admin?.name ?? t("admin.audit.command_line"), what: targetWords(t, entry), deed: entry.deed };
  const plain = `admin.audit.deed.${entry.deed}`;
  const key = [`${plain}.${variantOf(entry)}`, plain].find((one) => has(t, one)) ?? "admin.audit.other";
  return t(key, { ...parameters, ...saidOf(t, entry) });
}

/**
 * One deed has several sentences: a table is woken or paused, a game rests or is offered again.
 * @param {Entry} entry
 */
function variantOf({ detail }) {
  const chosen = [detail?.kind, detail?.verdict, detail?.result].find((value) => typeof value === "string");
  if (chosen !== undefined) return chosen;
  const turned = [detail?.on, detail?.resting].find((value) => typeof value === "boolean");
  return turned === undefined ? null : turned ? "on" : "off";
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 */
function saidOf(t, { detail }) {
  const { name = "", role } = detail ?? {};
  return { name: String(name), role: role ? t(`admin.role.${role}`) : "" };
}

/**
 * Whom or what a deed is about, by name where the log has it.
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 */
export function targetWords(t, { target, detail }) {
  if (target === null || target === undefined) return t("admin.audit.target.house");
  const name = target.kind === "game" && has(t, `game.${target.id}`) ? t(`game.${target.id}`) : (detail?.name ?? detail?.network ?? target.id);
  const key = `admin.audit.target.${target.kind}`;
  return has(t, key) ? t(key, { name: String(name) }) : `${target.kind} ${name}`;
}

/**
 * What the sentence does not say, as pairs of a label and its words.
 * @param {import("../lib/t.js").Translate} t
 * @param {Record<string, any> | null} detail
 * @returns {Array<{name: string, label: string, words: string}>}
 */
export function detailsOf(t, detail) {
  return Object.entries(detail ?? {})
    .filter(([name]) => !SAID.has(name))
    .map(([name, value]) => ({ name, label: has(t, `admin.detail.${name}`) ? t(`admin.detail.${name}`) : name, words: valueWords(t, name, value) }));
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {string} name
 * @param {any} value
 */
function valueWords(t, name, value) {
  if (value === null) return t(name === "until" ? "admin.end.for_good" : "admin.detail.none");
  if (typeof value === "boolean") return t(value ? "admin.detail.yes" : "admin.detail.no");
  if (typeof value === "string" && STAMP.test(value)) return dateWords(value, { dateStyle: "medium", timeStyle: "short" });
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Entries by the day on which they were made, where the reader is; the newest day first.
 * @param {Entry[]} entries
 */
export function daysOf(entries) {
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString();
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, of]) => ({ day, entries: of }));
}
