// @ts-check
/** The position and the eyes in the page's address: it can be sent to somebody at any time. */

const SETTLES = 250;

/**
 * @param {string} search  of the address
 * @param {{last: number, seats: number}} match
 * @returns {{seq: number, eyes: import("./steps.js").Eyes}}
 */
export function placeIn(search, { last, seats }) {
  const query = new URLSearchParams(search);
  return { seq: numberIn(query.get("seq"), last) ?? 0, eyes: eyesIn(query.get("seat"), seats) };
}

/**
 * @param {string | null} text
 * @param {number} most
 */
function numberIn(text, most) {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : null;
}

/**
 * @param {string | null} text
 * @param {number} seats
 * @returns {import("./steps.js").Eyes}
 */
function eyesIn(text, seats) {
  if (text === "all") return "all";
  const seat = numberIn(text, Infinity);
  return seat !== null && seat < seats ? seat : null;
}

/**
 * @param {number} seq
 * @param {import("./steps.js").Eyes} eyes
 */
export function queryOf(seq, eyes) {
  return `?seq=${seq}${eyes === null ? "" : `&seat=${eyes}`}`;
}

export class Address {
  constructor() {
    /** @type {any} */
    this.timer = null;
  }

  /**
   * Say it once the match stands still for a moment: browsers count how often one does.
   * @param {number} seq
   * @param {import("./steps.js").Eyes} eyes
   */
  say(seq, eyes) {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => history.replaceState(history.state, "", location.pathname + queryOf(seq, eyes)),
      SETTLES,
    );
  }
}
