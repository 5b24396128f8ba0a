// @ts-check
/**
 * The wire to one address: it comes back by itself for as long as the page lives, goes on where it
 * stopped, and sends again, with the same `ref`, what was not answered.
 */
import { randomHex } from "./random.js";

/** @typedef {"connecting" | "live" | "offline" | "ended"} Status */
/** @typedef {{message: any, done: (answer: any) => void}} Unanswered */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
const HEARTBEAT = 25_000;
const ANSWER_WITHIN = 10_000;
const FINAL = new Set(["closed", "replaced"]);

/**
 * How long to wait before try number `tries` (0, 1, …): doubled, capped, jittered by a half.
 * @param {number} tries
 * @param {() => number} random
 */
export function waitBefore(tries, random) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10)) * (0.5 + random() / 2);
}

export class Connection {
  /**
   * @param {object} wiring
   * @param {() => string} wiring.address  asked for at each try: it carries the last `seq`
   * @param {(message: any) => void} wiring.onMessage
   * @param {(status: Status, reason: string | null) => void} wiring.onStatus
   * @param {(address: string) => WebSocket} [wiring.open]
   */
  constructor({ address, onMessage, onStatus, open = (place) => new WebSocket(place) }) {
    this.wiring = { address, onMessage, onStatus, open };
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Unanswered>} */
    this.unanswered = new Map();
    this.tries = 0;
    this.greeted = false;
    /** @type {string | null} */
    this.ended = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.heart = undefined;
  }

  /** Open the wire and keep it open. */
  start() {
    this.#connect();
    globalThis.addEventListener?.("online", () => this.wake());
    globalThis.addEventListener?.("pageshow", () => this.wake());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
    return this;
  }

  /** Try now: the network or the page has just come back. */
  wake() {
    if (this.ended) return;
    if (this.socket && this.greeted) return this.#beat();
    if (this.socket?.readyState === 0) return;
    this.tries = 0;
    this.#connect();
  }

  /** Come no more. */
  stop() {
    this.ended = "closed";
    clearTimeout(this.timer);
    this.#drop();
  }

  /** Come again as whom the cookie says now. */
  restart() {
    this.tries = 0;
    if (!this.ended) this.#connect();
  }

  /**
   * Send, and promise the answer (`ok` or `error`), over as many connections as that takes.
   * @param {any} message
   * @returns {Promise<any>}
   */
  send(message) {
    const whole = { ...message, ref: randomHex(12) };
    return new Promise((done) => {
      this.unanswered.set(whole.ref, { message: whole, done });
      if (this.greeted) this.socket?.send(JSON.stringify(whole));
    });
  }

  #connect() {
    clearTimeout(this.timer);
    this.#drop();
    this.wiring.onStatus(this.tries > 1 ? "offline" : "connecting", null);
    const socket = this.wiring.open(this.wiring.address());
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.#lost();
  }

  #drop() {
    clearTimeout(this.heart);
    const old = this.socket;
    this.socket = null;
    this.greeted = false;
    old?.close();
  }

  #lost() {
    this.#drop();
    if (this.ended) return;
    const wait = waitBefore(this.tries, Math.random);
    this.tries += 1;
    this.wiring.onStatus(this.tries > 1 ? "offline" : "connecting", null);
    this.timer = setTimeout(() => this.#connect(), wait);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "bye" && FINAL.has(message.reason)) this.#end(message.reason);
    else if (!this.greeted && message.type !== "error" && message.type !== "bye") this.#greet();
    clearTimeout(this.heart);
    if (this.greeted) this.heart = setTimeout(() => this.#beat(), HEARTBEAT);
    this.#settle(message);
    this.wiring.onMessage(message);
  }

  /** The first message has come: the server knows us, so what waits can go. */
  #greet() {
    this.greeted = true;
    this.tries = 0;
    this.wiring.onStatus("live", null);
    for (const { message } of this.unanswered.values()) this.socket?.send(JSON.stringify(message));
  }

  /** @param {string} reason */
  #end(reason) {
    this.ended = reason;
    clearTimeout(this.timer);
    this.#drop();
    this.wiring.onStatus("ended", reason);
  }

  /** @param {any} message */
  #settle(message) {
    if (message.type !== "ok" && message.type !== "error") return;
    const waiting = this.unanswered.get(message.ref);
    this.unanswered.delete(message.ref);
    waiting?.done(message);
  }

  /** Quiet wires may be dead ones: ask, and start afresh when no answer comes. */
  #beat() {
    clearTimeout(this.heart);
    this.socket?.send(JSON.stringify({ type: "ping", ref: randomHex(6) }));
    this.heart = setTimeout(() => this.#connect(), ANSWER_WITHIN);
  }
}

/**
 * The address of a socket on this page's own host.
 * @param {string} path
 */
export function socketAddress(path) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
