// @ts-check
/**
 * A table as a spectator sees it, drawn by the product's own boards: nothing in it can be done. It
 * has the shape of the table's room where the board's frame and the log look at it.
 */
import { h } from "../lib/h.js";
import { watchingContext } from "../replay/context.js";
import { drawPeople } from "../replay/people.js";
import { drawBoard, loadBoard } from "../table/board.js";
import { nameOf } from "../table/context.js";
import { drawLog } from "../table/log.js";

/** Style sheets of games that the page has by now. @type {Set<string>} */
const dressed = new Set();

/** @param {string} game */
function dress(game) {
  if (dressed.has(game)) return;
  dressed.add(game);
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(`../../css/games/${encodeURIComponent(game)}.css`, import.meta.url).href;
  document.head.append(sheet);
}

export class Spectator {
  /**
   * @param {import("./house.js").House} house
   * @param {any} found  the table as the house tells it
   */
  constructor(house, found) {
    this.house = house;
    this.t = house.t;
    this.game = found.table.game;
    /** @type {any} the module `games/<key>.js`, once it is here */
    this.board = null;
    this.ui = {};
    this.drawing = { now: () => this.#redraw() };
    /** The board is drawn when something has changed, not at each second. @type {any} */
    this.drawn = null;
    this.stage = { shown: { view: found.view, events: [], seq: found.seq }, held: false, skip() {} };
    this.state = stateOf(found);
    void this.#load();
  }

  async #load() {
    dress(this.game);
    this.board = await loadBoard(this.game).catch(() => null);
    this.#redraw();
  }

  #redraw() {
    this.drawn = null;
    this.house.draw();
  }

  /**
   * @param {any} found
   * @param {any} [view]  another view of the same position
   */
  show(found, view = found.view) {
    this.state = stateOf(found);
    this.stage.shown = { view, events: [], seq: found.seq };
    this.drawn = null;
  }

  /** What the people around it are drawn from. */
  get table() {
    return this.state.table;
  }

  context() {
    return watchingContext(/** @type {any} */ (this));
  }

  /** @param {number} seat */
  name(seat) {
    return nameOf(this.t, this.state.table, seat);
  }

  /** @param {string | undefined} anchor */
  openRules(anchor) {
    open(`/rules/${this.game}${anchor ? `#${anchor}` : ""}`, "_blank", "noopener");
  }

  drawTable() {
    this.drawn ??= h(
      "div",
      { class: "table-top", key: "table-top" },
      this.board && !this.board.seatsPeople ? drawPeople(/** @type {any} */ (this)) : null,
      drawBoard(/** @type {any} */ (this)),
    );
    return this.drawn;
  }

  drawLog() {
    return drawLog(/** @type {any} */ (this));
  }
}

/** @param {any} found */
function stateOf({ table, seq, view, opening, log, notes }) {
  return { table, seat: null, seq, view, legal: [], opening, log, notes };
}
