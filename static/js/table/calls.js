// @ts-check
/**
 * Calls me when the table waits for me: by sound and by notification, once for each turn over all
 * tabs of this browser; title and icon say so in every tab. Nobody is called for what has passed.
 */
import { owes, turnOf } from "./turns.js";

/** Who looks at a tab hears it there: the others wait, in milliseconds. */
const LOOKED_AT = 150;
const HIDDEN = 400;
/** Two knocks in so short a time are one that came to two tabs, in milliseconds. */
const SAME_KNOCK = 5000;
const FULL = 1;
const STARTED = 2;

/**
 * @typedef {object} Means  how to call somebody
 * @property {() => boolean} canSound
 * @property {() => void} knock
 * @property {() => void} knockHarder
 * @property {() => boolean} mayNotify
 * @property {(kind: "turn" | "nudge" | "full" | "started", name?: string) => {close(): void} | null} notify
 * @property {(ms: number) => Promise<void>} wait
 * @property {() => boolean} isHidden
 * @property {() => number} now  the server's time in milliseconds
 */

export class Calls {
  /**
   * @param {{id: string, state: import("../lib/store.js").State, isHost: boolean, actions: {busy: boolean}, name(seat: number): string}} room
   * @param {import("../lib/claims.js").Claims} claims
   * @param {Means} means
   */
  constructor(room, claims, means) {
    this.room = room;
    this.claims = claims;
    this.means = means;
    /** Whether the server has told all: what was so when the page was opened calls nobody. */
    this.known = false;
    /** Whether it was not my turn a moment ago. */
    this.free = false;
    /** How many turns of mine have passed. */
    this.passed = 0;
    /** Whether somebody knocked in this turn. */
    this.nudged = false;
    /** @type {{close(): void} | null} */
    this.notice = null;
  }

  get mine() {
    return owes(this.room.state.table, this.room.state.seat);
  }

  /**
   * @param {any} message
   * @param {import("../lib/store.js").State} before  what was known before it
   */
  hear(message, before) {
    const { table } = this.room.state;
    if (message.type === "nudge") void this.#onNudge(message);
    if (this.known) this.#hearStart(before.table, table);
    if (message.type === "state") this.known = true;
    if (!this.known) return;
    if (!this.mine) this.#pass();
    else if (this.free) void this.#onTurn();
    else this.#extend();
    if (table.state === "finished" || table.state === "abandoned") this.claims.forget(this.room.id);
  }

  #pass() {
    if (!this.free) this.passed += 1;
    this.free = true;
    this.nudged = false;
    this.notice?.close();
    this.notice = null;
  }

  /** The same turn may get a greater number by what others take back. */
  #extend() {
    for (const channel of ["sound", "notice"]) this.claims.extend(this.#name(channel), this.#turn);
  }

  get #turn() {
    const { log, seat } = this.room.state;
    return turnOf(log, seat ?? 0);
  }

  /** @param {string} channel */
  #name(channel) {
    return `${this.room.id}:${this.room.state.seat}:${channel}`;
  }

  async #onTurn() {
    this.free = false;
    const { passed } = this;
    const stands = () => this.mine && this.passed === passed;
    await this.#letOthersLook();
    if (!stands()) return;
    await Promise.all([this.#callBySound(stands), this.#callByNotice(stands)]);
  }

  #letOthersLook() {
    return this.means.wait(this.means.isHidden() ? HIDDEN : LOOKED_AT);
  }

  /** @param {() => boolean} stands */
  async #callBySound(stands) {
    if (!this.means.canSound()) return;
    if ((await this.claims.claim(this.#name("sound"), this.#turn)) && stands()) this.means.knock();
  }

  /** @param {() => boolean} stands */
  async #callByNotice(stands) {
    if (this.room.state.table.pace.kind !== "daily" || !this.means.mayNotify()) return;
    if ((await this.claims.claim(this.#name("notice"), this.#turn)) && stands())
      this.notice = this.means.notify("turn");
  }

  /** @param {any} message */
  async #onNudge({ seat, from }) {
    if (seat !== this.room.state.seat || !this.mine) return;
    this.nudged = true;
    const { passed } = this;
    await this.#letOthersLook();
    const stands = () => this.mine && this.passed === passed;
    if (!stands()) return;
    const at = Math.floor(this.means.now());
    if (this.means.canSound() && (await this.claims.claim(this.#name("nudge"), at, SAME_KNOCK)))
      this.means.knockHarder();
    if (!this.means.isHidden() || !this.means.mayNotify()) return;
    if ((await this.claims.claim(this.#name("nudge-notice"), at, SAME_KNOCK)) && stands())
      this.notice = this.means.notify("nudge", this.room.name(from.seat));
  }

  /**
   * The table is full, or the match begins: told to who waits for it, but not to who does it.
   * @param {any} before
   * @param {any} table
   */
  #hearStart(before, table) {
    if (this.room.state.seat === null || before?.state !== "open") return;
    if (table.state === "playing") void this.#onStart(STARTED);
    else if (table.state === "open" && this.room.isHost && !isFull(before) && isFull(table))
      void this.#onStart(FULL);
  }

  /** @param {number} number */
  async #onStart(number) {
    const own = this.room.actions.busy;
    if (!own) await this.#letOthersLook();
    if (!(await this.claims.claim(`${this.room.id}:start`, number)) || own) return;
    this.means.knock();
    if (this.means.mayNotify()) this.means.notify(number === FULL ? "full" : "started");
  }
}

/** @param {any} table */
function isFull({ seats }) {
  return seats.every((/** @type {any} */ { player, bot }) => player || bot);
}
