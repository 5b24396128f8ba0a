// @ts-check
/** Deeds of the log as sentences: who did what to whom, with what follows from the detail. */
import { dateWords } from "../lib/dates.js";
import { has, listWords } from "../lib/t.js";
import { LANGUAGES } from "./texts.js";

/** Details that are in the sentence, that choose among sentences, or that tell nobody anything. */
const SAID = new Set([
  "kind",
  "verdict",
  "result",
  "name",
  "role",
  "on",
  "resting",
  "ban",
  "session",
  "network",
  "player",
]);
/** What can be looked for: deeds that a role allows, and what staff does with its own accounts. */
export const DEEDS = [
  "repair_table",
  "end_table",
  "break_glass",
  "verify_table",
  "certify_game",
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
 *   target: {kind: string, id: string} | null, why: string, detail: Record<string, any>,
 *   names: Record<string, string>}} Entry  `names`: of people whose ids are in it
 */

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 */
export function sentenceOf(t, entry) {
  const who = entry.admin?.name ?? t("admin.audit.command_line");
  const parameters = { who, what: targetWords(t, entry), deed: entry.deed };
  const plain = `admin.audit.deed.${entry.deed}`;
  const key = [`${plain}.${variantOf(entry)}`, plain].find((one) => has(t, one)) ?? "admin.audit.other";
  return t(key, { ...parameters, ...saidOf(t, entry) });
}

/**
 * One deed has several sentences: a table is woken or paused, a game rests or is offered again.
 * @param {Entry} entry
 */
function variantOf({ detail }) {
  const chosen = [detail.kind, detail.verdict, detail.result].find((value) => typeof value === "string");
  if (chosen !== undefined) return chosen;
  const turned = [detail.on, detail.resting].find((value) => typeof value === "boolean");
  return turned === undefined ? null : turned ? "on" : "off";
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 */
function saidOf(t, { target, detail, names }) {
  const { role } = detail;
  const name = names[detail.player] ?? detail.name ?? detail.network ?? names[target?.id ?? ""] ?? target?.id ?? "";
  return { name: String(name), role: role ? t(`admin.role.${role}`) : "" };
}

/**
 * Whom or what a deed is about, by name where one is known.
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 */
export function targetWords(t, { target, detail, names }) {
  if (target === null) return t("admin.audit.target.house");
  const { kind, id } = target;
  const game = kind === "game" && has(t, `game.${id}`) ? t(`game.${id}`) : undefined;
  const name = game ?? detail.network ?? names[id] ?? names[detail.player] ?? detail.name ?? id;
  const key = `admin.audit.target.${kind}`;
  return has(t, key) ? t(key, { name: String(name) }) : `${kind} ${name}`;
}

/**
 * What the sentence does not say, as pairs of a label and its words.
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 * @returns {Array<{name: string, label: string, words: string}>}
 */
export function detailsOf(t, { deed, detail, names }) {
  const isTold = (/** @type {string} */ name) =>
    !SAID.has(name) && !isTexts(detail[name]) && !(deed === "maintain" && detail[name] === null);
  return Object.entries(detail)
    .filter(([name]) => isTold(name))
    .map(([name, value]) => ({ name, label: labelOf(t, name), words: names[value] ?? valueWords(t, name, value) }));
}

/**
 * What was written for everybody, a language each.
 * @param {import("../lib/t.js").Translate} t
 * @param {Entry} entry
 * @returns {Array<{language: string, label: string, text: string}>}
 */
export function textsOf(t, { detail }) {
  return Object.values(detail)
    .filter(isTexts)
    .flatMap((texts) => LANGUAGES.filter((language) => language in texts).map((language) => ({ language, label: t(`admin.language.${language}`), text: texts[language] })));
}

/** @param {any} value */
function isTexts(value) {
  const parts = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return parts.length > 0 && parts.every((part) => LANGUAGES.includes(part));
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {string} name
 */
function labelOf(t, name) {
  const key = `admin.detail.${name}`;
  return has(t, key) ? t(key) : name;
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {string} name
 * @param {any} value
 * @returns {string}
 */
function valueWords(t, name, value) {
  if (value === null || value === "") return t(name === "until" ? "admin.end.for_good" : "admin.detail.none");
  if (typeof value === "boolean") return t(value ? "admin.detail.yes" : "admin.detail.no");
  if (typeof value === "string" && STAMP.test(value))
    return dateWords(value, { dateStyle: "medium", timeStyle: "short" });
  if (name === "seat" && typeof value === "number") return String(value + 1);
  if (Array.isArray(value)) return listWords(value.map((one) => valueWords(t, name, one)));
  if (typeof value !== "object") return String(value);
  const parts = Object.entries(value).map(([key, one]) => t("list.label", { name: partWords(t, key), value: valueWords(t, key, one) }));
  return listWords(parts, "unit");
}

/**
 * What a detail of several parts has its parts by: a level of bots.
 * @param {import("../lib/t.js").Translate} t
 * @param {string} part
 */
function partWords(t, part) {
  const key = `level.${part}`;
  return has(t, key) ? t(key) : part;
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
