// @ts-check
/** The page as it is drawn: the table first, then what lies beside it, then what is read aloud; each in pictures of its own. */
import { keepOneStop } from "../lib/arrows.js";
import { beginMoving, renderBegun, renderOwedMoving } from "../lib/flip.js";
import { owedIn, render } from "../lib/h.js";
import { keepInside } from "../lib/inside.js";
import { drawBeside, drawTable, drawTurnedAway } from "./room.js";

/**
 * Work of a picture, as `render` counts it, such that script and layout mostly stay below 4 ms. The
 * first one draws no parts: it finds out what is to be drawn.
 */
const FIRST = 0;
const NEXT = 60;

export class Picture {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** What was described last: the same description again costs nothing. @type {any} */
    this.table = null;
    /** @type {{bar: any, panel: any} | null} */
    this.beside = null;
    /** Whether the page has anything of what was described last. */
    this.begun = false;
    /** Whether what was described last has a board, and whether one was drawn: at first it comes whole. */
    this.shows = false;
    this.shown = false;
    /** Whether I could do something when this was described. */
    this.ready = false;
  }

  /** What a drawing takes, for `Drawing`. @returns {import("../lib/drawing.js").Step[]} */
  get steps() {
    return [
      (whole) => this.#describe(whole),
      (whole) => this.#drawTable(whole),
      () => void (this.beside = drawBeside(this.room)),
      () => this.#drawBeside(),
      () => this.room.voice.speak(this.#isTrue),
    ];
  }

  /**
   * How the table is to look, and from where its things set out.
   * @param {boolean} whole
   */
  #describe(whole) {
    const { room } = this;
    const { state, stage, pending } = room;
    room.onBoard = stage.shown;
    this.ready = state.legal.length > 0 && !stage.held && !pending;
    this.shows = room.board !== null && stage.shown.view !== null;
    this.table = drawTable(room);
    this.begun = false;
    beginMoving(room.root);
    if (!whole) this.#tellBusy("true");
  }

  /**
   * The table itself, or as much of it as can be done; what lies beside it stays as it is.
   * @param {boolean} whole
   * @returns {boolean} whether parts are still to come
   */
  #drawTable(whole) {
    const { room } = this;
    this.#draw(whole);
    this.#tellBusy(whole ? null : "true");
    room.focus.restore(room.root, this.ready, !this.#owes);
    if (!this.#owes) this.#finish();
    return this.#owes;
  }

  /** @param {boolean} whole */
  #draw(whole) {
    const { room, begun } = this;
    const { root } = room;
    this.begun = true;
    const settle = () => keepInside(root.querySelector("main") ?? root);
    if (begun) {
      renderOwedMoving(root, NEXT, settle);
    } else {
      room.focus.look(root);
      renderBegun(this.#page(), root, whole || !this.shown ? Infinity : FIRST, settle);
      this.shown = this.shows;
    }
  }

  /** Whether parts are still to come. */
  get #owes() {
    return owedIn(this.room.root).length > 0;
  }

  /** What hangs on all that was drawn. */
  #finish() {
    const { root, board, hints, time, wishes } = this.room;
    if (board?.hands) keepOneStop(root, board.hands);
    board?.drawn?.();
    if (this.#isTrue) hints.light();
    time.show();
    wishes.goOn();
  }

  /** Whether the board shows what the stage does: else it is drawn once more. */
  get #isTrue() {
    return this.room.onBoard === this.room.stage.shown;
  }

  /**
   * Whoever reads the page by ear is told that more of it is to come, and so are machines.
   * @param {"true" | null} busy
   */
  #tellBusy(busy) {
    const main = this.room.root.querySelector("main");
    if (main) main.ariaBusy = busy;
  }

  /** What lies beside the table. */
  #drawBeside() {
    const { room } = this;
    this.#tellBusy(null);
    render(this.#page(), room.root);
    room.time.mark();
  }

  #page() {
    if (this.room.turnedAway) return drawTurnedAway(this.room);
    const { bar, panel } = (this.beside ??= drawBeside(this.room));
    return [bar, this.table, panel];
  }
}
