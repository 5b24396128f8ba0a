// @ts-check
/** The page as it is drawn: the table in one picture, what lies beside it in the next. */
import { keepOneStop } from "../lib/arrows.js";
import { renderMoving } from "../lib/flip.js";
import { render } from "../lib/h.js";
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
  }

  /** The table itself; what lies beside it stays as it is. */
  drawTable() {
    const { room } = this;
    const { root, focus, state, stage, board } = room;
    focus.look(root);
    this.table = drawTable(room);
    renderMoving(this.#page(), root);
    keepInside(root.querySelector("main") ?? root);
    focus.restore(root, state.legal.length > 0 && !stage.held && !room.pending);
    if (board?.hands) keepOneStop(root, board.hands);
    room.hints.light();
    room.time.show();
    room.wishes.goOn();
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
