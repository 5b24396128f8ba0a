// @ts-check
/**
 * The server's clock as this page knows it. What the browser's own clock says does not matter: a
 * steady count of milliseconds is compared with the times that the server's messages carry.
 */

/** From here on a countdown rings, in seconds. */
export const SOON = 10;

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** A message that says what time it is was hardly so long under way, in milliseconds. */
const SLOWEST = 5000;

export class ServerClock {
  /** @param {() => number} steady  milliseconds that only ever pass */
  constructor(steady = () => performance.now()) {
    this.steady = steady;
    /** The server's time minus the steady count. @type {number | null} */
    this.offset = null;
  }

  /**
   * A time of the server's that has passed by now: a message was under way, so the least delayed
   * one tells most. One that says what time it is right now also corrects a clock that is ahead.
   * @param {string | undefined} text
   * @param {boolean} isNow
   */
  learn(text, isNow) {
    const at = Date.parse(text ?? "");
    if (Number.isNaN(at)) return;
    const offset = at - this.steady();
    const known = this.offset ?? -Infinity;
    if (offset > known || (isNow && known - offset > SLOWEST)) this.offset = offset;
  }

  /** @param {any} message  any of the server's */
  hear(message) {
    if (message.type === "move" || message.type === "note") this.learn(message.at, false);
    else this.learn(message.now, true);
  }

  /** The server's time in milliseconds; null before it has told any. */
  get now() {
    return this.offset === null ? null : this.steady() + this.offset;
  }

  /**
   * Seconds from now until a time of the server's, negative when it has passed.
   * @param {string} text
   */
  until(text) {
    return this.now === null ? null : (Date.parse(text) - this.now) / 1000;
  }

  /**
   * Seconds that have passed since a time of the server's.
   * @param {string | null | undefined} text
   */
  since(text) {
    return this.now === null || !text ? 0 : Math.max(0, (this.now - Date.parse(text)) / 1000);
  }
}

/**
 * The face of a countdown: seconds, minutes with seconds, or hours.
 * @param {import("../lib/t.js").Translate} t
 * @param {number} seconds
 */
export function face(t, seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left < MINUTE) return String(left);
  if (left < HOUR) return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
  return t("clock.hours", { count: Math.floor(left / HOUR) });
}

/**
 * A span of time in words, in its greatest unit: "40 seconds", "3 minutes", "2 hours". The number
 * stays in one line with its word.
 * @param {import("../lib/t.js").Translate} t
 * @param {number} seconds
 */
export function span(t, seconds) {
  return spanIn(t, seconds).replaceAll(" ", "\u00a0");
}

/**
 * @param {import("../lib/t.js").Translate} t
 * @param {number} seconds
 */
function spanIn(t, seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < MINUTE) return t("span.seconds", { count: whole });
  if (seconds < 2 * HOUR) return t("span.minutes", { count: Math.round(seconds / MINUTE) });
  if (seconds < 2 * DAY) return t("span.hours", { count: Math.round(seconds / HOUR) });
  return t("span.days", { count: Math.round(seconds / DAY) });
}
