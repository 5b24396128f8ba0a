// @ts-check
/** Calls on the server: JSON both ways, a refusal thrown as `Refused` with its code. */

export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {any} detail
   */
  constructor(code, message, detail) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * @param {"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await reach(path, { method, headers, body: text });
  const content = await answer.json().catch(() => null);
  if (answer.ok) return content;
  const { code = "unavailable", message = "", detail = {} } = content?.error ?? {};
  throw new Refused(code, message, detail);
}

/**
 * @param {string} path
 * @param {any} request
 */
async function reach(path, request) {
  try {
    return await fetch(path, { credentials: "same-origin", ...request });
  } catch {
    throw new Refused("offline", "", {});
  }
}

/**
 * A sentence for a refusal, in the page's language.
 * @param {import("./t.js").Translate} t
 * @param {unknown} problem
 */
export function sentenceFor(t, problem) {
  if (!(problem instanceof Error) || !("code" in problem)) return t("error.unavailable");
  const key = keyOfDetail(/** @type {any} */ (problem).detail) ?? `error.${problem.code}`;
  return t(key) === key ? problem.message : t(key, { why: String(/** @type {any} */ (problem).detail?.why ?? "") });
}

/**
 * Refusals of one code may have sentences of their own.
 * @param {any} detail
 * @returns {string | null}
 */
function keyOfDetail(detail) {
  const kinds = ["maintenance", "resting", "resting_level", "muted_until", "banned_until"];
  const kind = kinds.find((name) => detail && name in detail);
  return kind ? `error.${kind}` : null;
}
