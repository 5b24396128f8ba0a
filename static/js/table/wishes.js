// @ts-check
/** What I ask of the match: to move, and to take moves back. One wish at a time. */
import { sentenceFor } from "../lib/api.js";
import { toast } from "../lib/page.js";
import { isResting } from "./turns.js";

export class Wishes {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** Sent, and its outcome not yet seen. @type {{move: any, seq: number | null} | null} */
    this.pending = null;
    /** Whether all is to be taken back that can be. */
    this.all = false;
  }

  /** The log position of my move that can be taken back now. @returns {number | null} */
  get canUndo() {
    const { state, stage } = this.room;
    return stage.held || this.pending || isResting(state.table) ? null : state.canUndo;
  }

  /**
   * Make a move, if it is still one: a late tap may mean a picture that is no longer true.
   * @param {any} move
   */
  async act(move) {
    const { state } = this.room;
    if (isAmong(state.legal, move)) await this.#ask({ type: "move", seq: state.seq, move });
    else this.room.draw();
  }

  /** Take my last move back. */
  async takeBack() {
    if (this.canUndo !== null) await this.#ask({ type: "undo", seq: this.canUndo });
  }

  /** Start my turn again: one move after the other, until one stands. */
  async takeAllBack() {
    this.all = true;
    await this.#takeNext(() => this.room.drawing.now());
  }

  /** Something has been drawn: take the next one back, if there is one. */
  async goOn() {
    await this.#takeNext(() => this.room.draw());
  }

  /** @param {() => void} draw */
  async #takeNext(draw) {
    if (!this.all || this.pending || this.room.stage.held) return;
    if (this.canUndo === null) this.all = false;
    else await this.#ask({ type: "undo", seq: this.canUndo }, draw);
  }

  /** The server began afresh: what was answered before is part of what it told. */
  startAfresh() {
    if (this.pending?.seq !== null) this.pending = null;
  }

  /** An answered wish is fulfilled once its outcome has come. */
  forgetAnswered() {
    const answered = this.pending?.seq ?? null;
    if (answered !== null && (this.room.state.seq ?? -1) >= answered) this.pending = null;
  }

  /**
   * @param {any} message  `move` or `undo`
   * @param {() => void} [draw]  what somebody chose is drawn at once, what follows from it in its turn
   */
  async #ask(message, draw = () => this.room.drawing.now()) {
    const { room } = this;
    if (this.pending || room.stage.held || room.state.seq === null) return;
    const move = message.move ?? null;
    this.pending = { move, seq: null };
    const sent = room.connection.send(message);
    draw();
    const answer = await sent;
    if (answer.type === "error") {
      this.pending = null;
      this.all = false;
      toast(sentenceFor(room.t, Object.assign(new Error(answer.error.message), answer.error)));
    } else {
      this.pending = { move, seq: answer.seq };
      this.forgetAnswered();
    }
    room.draw();
  }
}

/**
 * Whether a list of the server's has this move of the server's, whose keys stand in its order.
 * @param {any[]} legal
 * @param {any} move
 */
function isAmong(legal, move) {
  const written = JSON.stringify(move);
  return legal.some((one) => one === move || JSON.stringify(one) === written);
}
