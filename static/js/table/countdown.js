// @ts-check
/** The clocks at the seats. They run by themselves: the room is not drawn again for a second. */
import { h } from "../lib/h.js";
import { face, SOON } from "./clock.js";

const PICTURES_A_SECOND = 4;

/**
 * The digits beside a seat and the ring around its stool; nothing where no clock runs.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function drawClock({ state }, seat) {
  const { deadlines, pace } = state.table;
  const deadline = deadlines[String(seat)];
  if (deadline === undefined) return null;
  return h("span", {
    class: "clock numbers",
    key: "clock",
    role: "timer",
    opaque: true,
    "data-deadline": deadline,
    "data-whole": pace.seconds,
  });
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function drawRing({ state }, seat) {
  const { deadlines, pace } = state.table;
  const deadline = deadlines[String(seat)];
  if (deadline === undefined) return null;
  return h("span", {
    class: "clock-ring",
    key: "ring",
    "aria-hidden": "true",
    "data-deadline": deadline,
    "data-whole": pace.seconds,
  });
}

/** Moves all clocks on the page, and tells of each of my own last seconds. */
export class Ticker {
  /**
   * @param {object} wiring
   * @param {import("./clock.js").ServerClock} wiring.clock
   * @param {import("../lib/t.js").Translate} wiring.t
   * @param {() => string | undefined} wiring.mine  my own deadline, if my clock runs
   * @param {() => void} wiring.onSecond  one of my last seconds begins
   * @param {() => void} wiring.onTick
   */
  constructor({ clock, t, mine, onSecond, onTick }) {
    this.clock = clock;
    this.t = t;
    this.mine = mine;
    this.onSecond = onSecond;
    this.onTick = onTick;
    /** The second that was told last. @type {number | null} */
    this.told = null;
  }

  start() {
    setInterval(() => this.tick(), 1000 / PICTURES_A_SECOND);
  }

  tick() {
    this.show(document);
    this.#ring();
    this.onTick();
  }

  /** @param {ParentNode} root */
  show(root) {
    for (const one of root.querySelectorAll("[data-deadline]")) this.#set(/** @type {HTMLElement} */ (one));
  }

  /** @param {HTMLElement} one */
  #set(one) {
    const { deadline = "", whole } = one.dataset;
    const left = this.clock.until(deadline);
    if (left === null) return;
    const shown = Math.min(left, Number(whole));
    one.style.setProperty("--left", String(Math.max(0, shown / Number(whole)).toFixed(4)));
    one.classList.toggle("soon", shown <= SOON);
    const text = one.role === "timer" ? face(this.t, shown) : "";
    if (one.textContent !== text) one.textContent = text;
  }

  #ring() {
    const deadline = this.mine();
    const left = deadline === undefined ? null : this.clock.until(deadline);
    const second = left !== null && left > 0 && left <= SOON ? Math.ceil(left) : null;
    if (second !== null && second !== this.told) this.onSecond();
    this.told = second;
  }
}
