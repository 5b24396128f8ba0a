// @ts-check
/**
 * A guided first match: the real board of a game, one small step after the other. The server has
 * played the whole lesson by the rules; here it is only shown, and asked for move by move.
 */
import { Drawing } from "./lib/drawing.js";
import { renderMoving } from "./lib/flip.js";
import { keepInside } from "./lib/inside.js";
import { settled } from "./lib/layers.js";
import { startPage } from "./lib/page.js";
import { Stage } from "./lib/scenes.js";
import { gameName } from "./lib/t.js";
import { stepIn, tellStep } from "./learn/address.js";
import { learningContext } from "./learn/context.js";
import { Light } from "./learn/light.js";
import { drawLearning } from "./learn/page.js";
import { tableOf } from "./learn/table.js";
import { Player } from "./replay/player.js";
import { loadBoard } from "./table/board.js";
import { nameOf } from "./table/context.js";

/** @typedef {{view: any, events: any[], to_act: number[]}} Frame */
/** @typedef {{key: string, move: any, legal: any[], frames: Frame[]}} Step */
/** @typedef {"ask" | "play" | "told"} Phase  something is asked, is shown, has been shown */

export class Learning {
  /**
   * @param {import("./lib/t.js").Translate} t
   * @param {any} boot  the game, and the lesson with all its steps
   * @param {HTMLElement} root
   */
  constructor(t, boot, root) {
    this.t = t;
    this.root = root;
    this.game = boot.game;
    this.opening = boot.lesson.opening;
    /** @type {Step[]} */
    this.steps = boot.lesson.steps;
    /** The step that is shown; behind the last one stands the end. */
    this.at = 0;
    /** @type {Phase} */
    this.phase = "ask";
    /** Whether something else was tried that the rules allow too. */
    this.tried = false;
    /** Whether the way leads to a match of one's own by now. */
    this.leaving = false;
    /** @type {Frame[]} what is still to be shown of this step */
    this.waiting = [];
    /** @type {Frame} */
    this.frame = this.opening;
    this.seats = boot.lesson.seats;
    /** @type {any} the module `games/<key>.js`, once it is here */
    this.board = null;
    this.ui = {};
    this.light = new Light(this);
    this.drawing = new Drawing(() => this.#draw());
    this.stage = new Stage({
      scenes: (view, events, previous) => this.#scenes(view, events, previous),
      onChange: () => this.draw(),
    });
    this.player = new Player({
      step: () => this.#showNext(),
      busy: () => this.stage.held,
      onChange: () => this.draw(),
    });
  }

  async start() {
    this.board = await loadBoard(this.game.key);
    addEventListener("popstate", () => this.#goBack());
    addEventListener("pageshow", ({ persisted }) => persisted && this.leave(false));
    addEventListener("keydown", (event) => this.#close(event));
    this.#begin(stepIn(location.search, this.steps.length));
  }

  /** @returns {Step | null} null at the end */
  get step() {
    return this.steps[this.at] ?? null;
  }

  /** What the board's frame looks at, as at a table. */
  get state() {
    return { table: tableOf(this), seat: 0, seq: this.at, view: this.stage.shown.view };
  }

  /** Somebody who has learned this may go on in other words. @param {import("./lib/t.js").Translate} t */
  speak(t) {
    this.t = t;
    document.title = t("lesson.title", { game: gameName(t, this.game) });
    this.draw();
  }

  /** The learner makes a move. @param {any} move  one of those that may be tried */
  act(move) {
    if (this.phase !== "ask" || !this.step) return;
    if (JSON.stringify(move) === JSON.stringify(this.step.move)) return this.play();
    this.tried = true;
    this.ui = {};
    this.draw();
  }

  /** Let the step happen: its own move, and whatever the others do then. */
  play() {
    if (this.phase !== "ask" || !this.step) return;
    this.phase = "play";
    this.tried = false;
    this.waiting = [...this.step.frames];
    this.player.start();
  }

  /** On: past what is still being shown, else to the next step. */
  goOn() {
    if (this.phase === "play") return this.#hurry();
    void this.goTo(this.at + 1);
  }

  /** @param {boolean} leaving  false if nothing came of it, or who left is back */
  leave(leaving) {
    this.leaving = leaving;
    this.draw();
  }

  /** @param {number} at */
  async goTo(at) {
    await settled(); // a closed dialog's step in the history: on its way back it would take this one along
    if (at === this.at) return;
    tellStep(at);
    this.#begin(at);
  }

  /** Show a step from its beginning. @param {number} at */
  #begin(at) {
    this.player.stop();
    const before = this.steps.slice(0, at).flatMap(({ frames }) => frames);
    this.at = at;
    this.phase = "ask";
    this.tried = false;
    this.waiting = [];
    this.ui = {};
    this.frame = before.at(-1) ?? this.opening;
    this.stage.reset({ view: this.frame.view, events: [], seq: at });
    this.light.moved = true;
    this.draw();
  }

  #goBack() {
    const at = stepIn(location.search, this.steps.length);
    if (at !== this.at) this.#begin(at);
  }

  #showNext() {
    const frame = this.waiting.shift();
    if (!frame) return false;
    this.frame = frame;
    this.stage.push({ view: frame.view, events: frame.events, seq: this.at });
    return true;
  }

  #hurry() {
    this.player.stop();
    this.frame = this.waiting.at(-1) ?? this.frame;
    this.waiting = [];
    this.stage.reset({ view: this.frame.view, events: [], seq: this.at });
  }

  draw() {
    this.player.settled();
    this.drawing.soon();
  }

  #draw() {
    const shown = this.phase === "play" && this.waiting.length === 0 && !this.stage.held;
    if (shown) {
      this.phase = "told";
      this.player.stop();
    }
    this.light.look();
    const { root } = this;
    renderMoving(drawLearning(this), root, () => keepInside(root.querySelector("main") ?? root));
    this.light.show();
    this.board?.drawn?.();
  }

  /** Escape puts away a sheet that the board has open. @param {KeyboardEvent} event */
  #close(event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    if (this.board.close?.(this.ui)) this.draw();
  }

  context() {
    return learningContext(this);
  }

  /** @param {number} seat */
  name(seat) {
    return nameOf(this.t, this.state.table, seat);
  }

  /**
   * @param {any} view
   * @param {any[]} events
   * @param {any} previous
   */
  #scenes(view, events, previous) {
    return this.board.scenes && !document.hidden ? this.board.scenes(view, events, previous) : [{ view, ms: 0 }];
  }
}

/* Loaded without a page (by tests), this file only offers `Learning`. */
const root = document.getElementById("room");
if (root) {
  const { t, boot } = await startPage();
  await new Learning(t, boot, root).start();
}
