// @ts-check
/** What I say and whom I hear. Who sits speaks at the table, who watches from the rail. */
import { call, sentenceFor } from "../lib/api.js";
import { Muted } from "../lib/muted.js";
import { toast } from "../lib/page.js";
import { ensureName } from "../lib/visitor.js";
import { liesOver } from "./aside.js";

const BUBBLE_SHOWN = 6000;

export class Talk {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.muted = new Muted();
    /** Whether a line of mine is under way. */
    this.busy = false;
    /** Why my last line was not taken. @type {string | null} */
    this.problem = null;
    /** Whether all ready-made lines are shown. */
    this.all = false;
  }

  /** Where my lines go. */
  get place() {
    return this.room.state.seat === null ? "rail" : "table";
  }

  /** Whether I may write now: the host can close the rail. */
  get isOpen() {
    return this.place === "table" || this.room.state.table.rail_open;
  }

  /** The lines of whom I want to hear. */
  get heard() {
    return this.room.state.chat.filter((line) => this.hears(line));
  }

  /** @param {any} line */
  hears(line) {
    return !this.muted.has(line.from.player.id);
  }

  /**
   * A line has come: it counts as read where chat is in sight, and is shown at its seat.
   * @param {any} line
   */
  hear(line) {
    const { room } = this;
    if (room.panel.tab === "chat" && (room.panel.open || !liesOver()))
      room.panel.chatSeen = room.state.chat.length;
    const { seat } = line.from;
    if (seat === null || line.room !== "table" || !this.hears(line)) return;
    room.bubbles.set(seat, line.text ?? room.t(`phrase.${line.phrase}`));
    setTimeout(() => room.bubbles.delete(seat) && room.draw(), BUBBLE_SHOWN);
  }

  /**
   * Say it; false if it was not taken. The table goes on meanwhile, and a lost wire only delays it.
   * @param {{text: string} | {phrase: string}} line
   */
  async say(line) {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    this.room.draw();
    try {
      return (await this.#haveName()) && (await this.#send(line));
    } finally {
      this.busy = false;
      this.room.draw();
    }
  }

  /** @param {any} line */
  async #send(line) {
    const answer = await this.room.connection.send({ type: "chat", room: this.place, ...line });
    if (answer.type === "error") this.problem = this.#sentence(answer.error);
    return answer.type !== "error";
  }

  /**
   * Hear somebody no more, or again; only I know of it.
   * @param {{id: string, name: string}} player
   * @param {boolean} muted
   */
  mute(player, muted) {
    const { room } = this;
    this.muted.turn(player.id, muted);
    const seat = room.state.table.seats.findIndex((/** @type {any} */ place) => place.player?.id === player.id);
    if (muted) room.bubbles.delete(seat);
    toast(room.t(muted ? "mute.done" : "mute.undone", { name: player.name }));
    room.draw();
  }

  /** A visitor without a name is asked for one first, as for a seat. */
  async #haveName() {
    const { room } = this;
    if (room.me.player) return true;
    try {
      if (!(await ensureName(room.t, "name.say"))) return false;
      room.me = await call("GET", "/api/me");
    } catch (problem) {
      this.problem = sentenceFor(room.t, problem);
      return false;
    }
    room.comeAgain();
    return true;
  }

  /** @param {{code: string, message: string, detail?: any}} error */
  #sentence(error) {
    const { t } = this.room;
    if (error.code === "forbidden" && !this.isOpen) return t("chat.closed");
    if (error.code === "rate_limited") return t("chat.fast");
    if (error.code === "invalid") return t("chat.invalid");
    return sentenceFor(t, Object.assign(new Error(error.message), error));
  }
}
