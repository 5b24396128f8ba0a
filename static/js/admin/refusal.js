// @ts-check
/** Refusals in words for those who keep the house: what is missing, and what would help. */
import { sentenceFor } from "../lib/api.js";
import { has } from "../lib/t.js";

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {unknown} problem
 */
export function refusalWords(t, problem) {
  const { code = "", message = "", detail = {} } = /** @type {any} */ (problem);
  if (code === "forbidden" && detail?.deed) return t("admin.refused.role");
  if (code === "rate_limited" && detail?.retry_after)
    return t("admin.refused.wait", { count: Math.ceil(detail.retry_after) });
  if (code === "invalid" && message) return message;
  const key = `admin.refused.${code}`;
  return has(t, key) ? t(key) : sentenceFor(t, problem);
}
