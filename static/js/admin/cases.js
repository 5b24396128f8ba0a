// @ts-check
/** A report as it is read: the lines in their order, who wrote, who reported, and with which words. */
import { has } from "../lib/t.js";

/** @typedef {import("../lib/t.js").Translate} Translate */

/**
 * What was said around it with the line itself, in the order in which it was said.
 * @param {any} report
 * @returns {any[]}
 */
export function linesOf({ before, line, after }) {
  return [...before, line, ...after];
}

/**
 * The words of a line: ready-made ones in the reader's own language.
 * @param {Translate} t
 * @param {{text: string | null, phrase?: string | null}} line
 */
export function wordsOf(t, { text, phrase }) {
  return text ?? (phrase ? t(`phrase.${phrase}`) : "");
}

/**
 * "rude: he always does" is one of our reasons with words of their own; programs write what they like.
 * @param {Translate} t
 * @param {string} why
 * @returns {{reason: string, more: string}}
 */
export function reasonOf(t, why) {
  const [kind = "", ...rest] = why.split(": ");
  const key = `report.why.${kind}`;
  if (!has(t, key)) return { reason: t("report.why.other"), more: why };
  return { reason: t(key), more: rest.join(": ") };
}
