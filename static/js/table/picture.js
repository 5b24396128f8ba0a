// @ts-check
/** The page as it is drawn: the table first, what lies beside it in a picture of its own. */
import { keepOneStop } from "../lib/arrows.js";
import { renderMoving, renderMovingOwed } from "../lib/flip.js";
import { owedIn, render } from "../lib/h.js";
import { keepInside } from "../lib/inside.js";
import { drawBeside, drawTable, drawTurnedAway } from "./room.js";

export class Picture {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** What was drawn last: the same description again costs nothing. @type {any} */
    this.table = null;
    /** @type {{bar: any, panel: any} | null} */
    this.beside = null;
    /** Whether the board was drawn: at first it comes whole. */
    this.shown = false;
    /** Whether I could do something when this picture was begun. */
    this.ready = false;
  }

  /**
   * The table itself, or as much of it as can be done; what lies beside it stays as it is.
   * @param {number} work
   */
  draw(work) {
    const { room } = this;
    const { state, stage, pending } = room;
    this.ready = state.legal.length > 0 && !stage.held && !pending;
    room.focus.look(room.root);
    this.table = drawTable(room);
    renderMoving(this.#page(), room.root, this.shown ? work : Infinity, () => this.#settle());
    this.shown = room.board !== null && room.stage.shown.view !== null;
    return this.#owes();
  }

  /** @param {number} work */
  goOn(work) {
    renderMovingOwed(this.room.root, work, () => this.#settle());
    return this.#owes();
  }

  /** Nothing hangs over the edge, once all of it is there. */
  #settle() {
    const { root } = this.room;
    if (owedIn(root).length === 0) keepInside(root.querySelector("main") ?? root);
  }

  /** Whether parts are still to come; what hangs on all of them is done after the last. */
  #owes() {
    const { root, focus, board, hints, time, wishes } = this.room;
    const owes = owedIn(root).length > 0;
    focus.restore(root, this.ready, !owes);
    if (owes) return true;
    if (board?.hands) keepOneStop(root, board.hands);
    board?.drawn?.();
    hints.light();
    time.show();
    wishes.goOn();
    return false;
  }

  /** What lies beside the table, and what is said of it. */
  drawBeside() {
    const { room } = this;
    this.beside = drawBeside(room);
    render(this.#page(), room.root);
    room.time.mark();
    room.voice.speak();
  }

  #page() {
    if (this.room.turnedAway) return drawTurnedAway(this.room);
    const { bar, panel } = (this.beside ??= drawBeside(this.room));
    return [bar, this.table, panel];
  }
}
