// @ts-check
/** What the pages before the house share: the way in, and words for what went wrong. */
import { refusalWords } from "./refusal.js";

/** Into the house, at the place that was asked for: only the part after `#` is taken along. */
export function enterHouse() {
  location.replace(`/admin${location.pathname === "/admin/login" ? location.hash : ""}`);
}

/**
 * What a form says. @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function saidIn(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/**
 * Words for a refusal at the door. `own`: those of this page, by code.
 * @param {import("../lib/t.js").Translate} t
 * @param {any} problem
 * @param {Record<string, string>} own
 */
export function doorWords(t, problem, own) {
  const key = own[problem.code];
  return key ? t(key) : refusalWords(t, problem);
}
