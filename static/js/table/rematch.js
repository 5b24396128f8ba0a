// @ts-check
/**
 * Another match with the same people. Asking for it and agreeing to it are one call: the server
 * keeps one next table, and who calls takes the seat that is held there. Until then this page
 * follows that table by a wire of its own, to tell who is in.
 */
import { call } from "../lib/api.js";
import { note } from "../lib/noted.js";
import { randomHex } from "../lib/random.js";
import { Connection, socketAddress } from "../lib/socket.js";
import { EMPTY, fold } from "../lib/store.js";

export class Rematch {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** What is known of the next table. */
    this.state = EMPTY;
    /** @type {string | null} */
    this.id = null;
    /** @type {Connection | null} */
    this.connection = null;
    /** Whether a seat is being taken: what was said for it has to be noted before anybody leaves. */
    this.joining = false;
  }

  /** The next table, once it is known and unless nobody will ever play there. @returns {any} */
  get table() {
    const { table } = this.state;
    return table && !(table.state === "abandoned" && table.client_seeds === null) ? table : null;
  }

  /** My seat at the next table, held for me or taken. @returns {any} */
  get place() {
    const me = this.room.me.player?.id;
    return this.table?.seats.find((/** @type {any} */ { player }) => player && player.id === me) ?? null;
  }

  /** Whether I have said that I play. */
  get isIn() {
    return this.place !== null && !this.place.held;
  }

  /** Follow the next table as soon as there is one. */
  look() {
    const { next } = this.room.state.table;
    if (!next || next === this.id) return;
    this.connection?.stop();
    this.id = next;
    this.state = EMPTY;
    this.connection = new Connection({
      address: () => socketAddress(`/api/tables/${next}/live`),
      onMessage: (message) => this.#receive(message),
      onStatus: () => {},
    }).start();
  }

  /** @param {any} message */
  #receive(message) {
    const before = this.state.table;
    this.state = fold(this.state, message);
    const begins = before?.state === "open" && this.state.table?.state === "playing";
    if (begins && this.isIn && !this.joining) this.goOver();
    this.room.draw();
  }

  goOver() {
    location.assign(`/t/${this.id}`);
  }

  /** Ask for another match, or agree to it, with a new word for its shuffles; then go there. */
  async join() {
    const { room } = this;
    this.joining = true;
    try {
      const next = await call("POST", `/api/tables/${room.id}/rematch`);
      note(next.id, { commitment: next.commitment });
      await takeHeldSeat(next, room.me.player?.id);
      location.assign(`/t/${next.id}`);
    } finally {
      this.joining = false;
    }
  }

  /** Not this time: the seat is free for somebody else. */
  async decline() {
    const { place, table } = this;
    const answered = await call("DELETE", `/api/tables/${table.id}/seats/${place.seat}`);
    this.#receive({ type: "table", seq: answered.seq, table: answered });
  }
}

/**
 * @param {any} table
 * @param {string | undefined} me
 */
async function takeHeldSeat({ id, state, seats }, me) {
  const held = seats.find((/** @type {any} */ place) => place.held && place.player?.id === me);
  if (!held || state !== "open") return;
  const clientSeed = randomHex(16);
  await call("POST", `/api/tables/${id}/seats/${held.seat}`, { who: "me", client_seed: clientSeed });
  note(id, { seat: held.seat, clientSeed });
}

/**
 * The people at the next table, by whether they have said that they play.
 * @param {any} table
 */
export function answersTo(table) {
  const people = table.seats.filter((/** @type {any} */ { player }) => player);
  return {
    come: people.filter((/** @type {any} */ { held }) => !held),
    awaited: people.filter((/** @type {any} */ { held }) => held),
  };
}
