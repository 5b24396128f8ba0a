// @ts-check
/** When something ends that staff decided: spans to choose from, and times as fields of a form. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** @type {Record<string, number>} */
const SPANS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY, quarter: 90 * DAY };

/** What a person can be kept from: for a while, until a day, or for good. */
export const PERSON_ENDS = ["hour", "day", "week", "month", "never", "date"];
/** A network has to be let in again: addresses change hands. */
export const NETWORK_ENDS = ["hour", "day", "week", "month", "quarter", "date"];

/**
 * The end that was chosen, as the server reads it; null for never, undefined while a date is missing
 * or has passed.
 * @param {{end: string, date?: string}} wish
 * @param {number} now  in milliseconds
 * @returns {string | null | undefined}
 */
export function endOf({ end, date = "" }, now) {
  if (end === "never") return null;
  const span = SPANS[end];
  if (span !== undefined) return new Date(now + span).toISOString();
  const at = timeOf(date);
  return at !== null && Date.parse(at) > now ? at : undefined;
}

/**
 * What somebody wrote into a field of day and hour, as the server reads it.
 * @param {string} text  in the browser's own zone
 */
export function timeOf(text) {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/**
 * A time of the server's for a field of day and hour.
 * @param {string | number | null} time
 */
export function fieldOf(time) {
  if (time === null) return "";
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * Where a stretch of time lies now.
 * @param {{starts_at: string, ends_at: string}} stretch
 * @param {number} now
 * @returns {"coming" | "running" | "over"}
 */
export function phaseOf({ starts_at: from, ends_at: until }, now) {
  if (now < Date.parse(from)) return "coming";
  return now < Date.parse(until) ? "running" : "over";
}

/**
 * Whether a ban holds still.
 * @param {{until: string | null, lifted_at?: string | null}} ban
 * @param {number} now
 */
export function holds({ until, lifted_at: lifted = null }, now) {
  return lifted === null && (until === null || Date.parse(until) > now);
}
