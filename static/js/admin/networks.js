// @ts-check
/** Ranges of addresses as somebody types them: how many they are, and whether they are too many. */

/** The widest range that one ban may cover, by kind of address. */
const WIDEST = { 4: 16, 6: 32 };
const BITS = { 4: 32, 6: 128 };
/** One household has a whole /64 of them: single addresses of the newer kind tell nothing. */
const HOUSEHOLD = 64;

/**
 * A range, an address alone being the narrowest one; null for what is neither.
 * @param {string} text
 * @returns {{kind: 4 | 6, prefix: number} | null}
 */
export function parseNetwork(text) {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const kind = isFour(address) ? 4 : isSix(address) ? 6 : null;
  if (kind === null || rest.length > 0) return null;
  if (prefix === undefined) return { kind, prefix: BITS[kind] };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > BITS[kind]) return null;
  return { kind, prefix: Number(prefix) };
}

/** @param {string} text */
function isFour(text) {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** @param {string} text */
function isSix(text) {
  if (!text.includes(":") || !/^[\da-f:.]+$/i.test(text)) return false;
  try {
    return new URL(`http://[${text}]/`).hostname.length > 2;
  } catch {
    return false;
  }
}

/**
 * What a ban of it would meet, as key and parameters of a sentence.
 * @param {string} text
 * @returns {{key: string, parameters: Record<string, number>, ok: boolean}}
 */
export function reachOf(text) {
  const network = parseNetwork(text);
  if (network === null) return { key: "admin.network.unknown", parameters: {}, ok: false };
  const { kind, prefix } = network;
  const widest = WIDEST[kind];
  if (prefix < widest) return { key: "admin.network.too_wide", parameters: { widest }, ok: false };
  if (kind === 4) return { key: "admin.network.addresses", parameters: { count: 2 ** (32 - prefix) }, ok: true };
  const households = 2 ** Math.max(0, HOUSEHOLD - prefix);
  return { key: "admin.network.households", parameters: { count: households }, ok: true };
}
