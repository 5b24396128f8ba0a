// @ts-check
/**
 * An ended match again, position by position: the same boards, without anything to do. It has the
 * shape of the table's room where the board's frame and the log look at it.
 */
import { sentenceFor } from "./lib/api.js";
import { Drawing } from "./lib/drawing.js";
import { renderMoving } from "./lib/flip.js";
import { keepInside } from "./lib/inside.js";
import { forgetKey, startPage, toast } from "./lib/page.js";
import { Stage } from "./lib/scenes.js";
import { Address, placeIn } from "./replay/address.js";
import { isCut } from "./replay/caption.js";
import { watchingContext } from "./replay/context.js";
import { goByKey } from "./replay/keys.js";
import { drawReplay } from "./replay/page.js";
import { partsOf } from "./replay/parts.js";
import { Player } from "./replay/player.js";
import { Steps } from "./replay/steps.js";
import { loadBoard } from "./table/board.js";
import { nameOf } from "./table/context.js";

const LOG_SHOWN = 60;

export class Replay {
  /**
   * @param {import("./lib/t.js").Translate} t
   * @param {any} boot  me, the game, the table and the number of the last position
   * @param {HTMLElement} root
   */
  constructor(t, boot, root) {
    this.t = t;
    this.root = root;
    this.id = boot.table.id;
    this.game = boot.game;
    this.me = boot.me;
    this.table = boot.table;
    this.last = boot.last;
    const place = placeIn(location.search, { last: boot.last, seats: boot.table.seats.length });
    /** @type {import("./replay/steps.js").Eyes} */
    this.eyes = place.eyes;
    this.seq = place.seq;
    /** The eyes of what the stage shows: through others nothing is a next step. */
    this.shownTo = place.eyes;
    /** Every position without its view. @type {import("./replay/steps.js").Step[]} */
    this.index = [];
    /** @type {import("./replay/parts.js").Part[]} */
    this.parts = [];
    /** @type {any} the module `games/<key>.js`, once it is here */
    this.board = null;
    this.ui = {};
    this.more = false;
    /** Whether the caption has more to say than there is room for, and whether all of it is shown. */
    this.cut = false;
    this.whole = false;
    this.fetching = false;
    this.drawing = new Drawing(() => this.#draw());
    this.steps = new Steps(this.id);
    this.address = new Address();
    this.stage = new Stage({
      scenes: (view, events, previous) => this.#scenes(view, events, previous),
      onChange: () => this.draw(),
    });
    this.player = new Player({
      step: () => this.seq < this.last && this.go(this.seq + 1),
      busy: () => this.fetching || this.stage.held,
      onChange: () => this.draw(),
    });
  }

  async start() {
    document.addEventListener("keydown", (event) => goByKey(this, event));
    addEventListener("resize", () => this.draw());
    [this.board, this.index] = await Promise.all([loadBoard(this.game.key), this.steps.all()]);
    this.parts = partsOf(this.index, this.board.chapters);
    this.go(this.seq);
  }

  /** What the board and the log look at, as it was at this position. */
  get state() {
    const { seq, eyes, stage } = this;
    const step = this.index[seq];
    return {
      table: {
        ...this.table,
        state: step?.result ? this.table.state : "playing",
        seats: this.table.seats.map(asItWas),
        to_act: step?.to_act ?? [],
        result: step?.result ?? null,
        deadlines: {},
        paused: null,
      },
      seat: typeof eyes === "number" ? eyes : null,
      seq,
      view: stage.shown.view,
      opening: seq < LOG_SHOWN ? (this.index[0]?.events ?? []) : [],
      log: this.index.slice(Math.max(1, seq + 1 - LOG_SHOWN), seq + 1),
      notes: [],
    };
  }

  /**
   * Show a position; the next one as it came, any other at once.
   * @param {number} seq
   */
  go(seq) {
    this.seq = Math.max(0, Math.min(seq, this.last));
    this.#show();
    return true;
  }

  /** A person goes: what plays by itself stops. @param {number} seq */
  jump(seq) {
    this.player.stop();
    this.go(seq);
  }

  /** @param {import("./replay/steps.js").Eyes} eyes */
  look(eyes) {
    this.eyes = eyes;
    this.#show();
  }

  async #show() {
    const { seq, eyes } = this;
    this.fetching = true;
    this.whole = false;
    this.draw();
    try {
      const step = await this.steps.at(seq, eyes);
      if (seq !== this.seq || eyes !== this.eyes) return;
      this.fetching = false;
      this.#put(step);
    } catch (problem) {
      if (seq !== this.seq || eyes !== this.eyes) return;
      this.fetching = false;
      this.player.stop();
      toast(sentenceFor(this.t, problem));
    }
    this.address.say(seq, eyes);
  }

  /** @param {import("./replay/steps.js").Step} step */
  #put({ seq, view, events }) {
    const shown = { view, events, seq };
    const before = this.stage.next ?? this.stage.shown;
    if (this.stage.held) this.stage.reset(before);
    if (before.seq === seq - 1 && this.shownTo === this.eyes) this.stage.push(shown);
    else this.stage.reset({ ...shown, events: [] });
    this.shownTo = this.eyes;
  }

  draw() {
    this.player.settled();
    this.drawing.soon();
  }

  #draw() {
    const { root } = this;
    let { cut } = this;
    renderMoving(drawReplay(this), root, () => {
      keepInside(root.querySelector("main") ?? root);
      cut = isCut(root);
    });
    if (cut !== this.cut) this.draw();
    this.cut = cut;
  }

  /** @param {boolean} whole  the whole caption, or as much of it as leaves the board its room */
  showWhole(whole) {
    this.whole = whole;
    this.draw();
  }

  context() {
    return watchingContext(this);
  }

  /** @param {number} seat */
  name(seat) {
    return nameOf(this.t, this.table, seat);
  }

  /** @param {string | undefined} anchor  of a heading on the rules page */
  openRules(anchor) {
    open(`/rules/${this.game.key}${anchor ? `#${anchor}` : ""}`, "_blank", "noopener");
  }

  /**
   * @param {any} view
   * @param {any[]} events
   * @param {any} previous
   */
  #scenes(view, events, previous) {
    if (!this.board?.scenes || document.hidden) return [{ view, ms: 0 }];
    const scenes = this.board.scenes(view, events, previous);
    return scenes.map((/** @type {any} */ scene) => ({ ...scene, ms: scene.ms / this.player.speed }));
  }
}

/** Nobody is away from a match that is over. @param {any} seat */
function asItWas(seat) {
  return { ...seat, bot: seat.player ? null : seat.bot, away: false, connected: true };
}

/* Loaded without a page (by tests), this file only offers `Replay`. */
const root = document.getElementById("room");
if (root) {
  const { t, boot } = await startPage();
  forgetKey();
  await new Replay(t, boot, root).start();
}
