// @ts-check
/** What the page does by itself as time goes by: clocks, calls, and what may be done by now. */
import { Claims, sharedStorage } from "../lib/claims.js";
import { mayNotify, notify } from "../lib/notices.js";
import { toast } from "../lib/page.js";
import * as sound from "../lib/sound.js";
import { gameName } from "../lib/t.js";
import { absenceSteps } from "./absence.js";
import { markTab } from "./badge.js";
import { Calls } from "./calls.js";
import { ServerClock } from "./clock.js";
import { Ticker } from "./countdown.js";

const ICON = new URL("../../img/favicon.svg", import.meta.url).href;

/** @param {number} ms @returns {Promise<void>} */
function wait(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

export class Time {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.clock = new ServerClock();
    /** When the match last went on, in the server's milliseconds. */
    this.quietSince = Infinity;
    this.steps = "";
    this.calls = new Calls(room, new Claims(sharedStorage(), wait, navigator.locks), this.#means());
    this.ticker = new Ticker({
      clock: this.clock,
      t: room.t,
      mine: () => room.state.table?.deadlines[String(room.state.seat)],
      onSecond: () => document.hidden || sound.tick(),
      onTick: () => this.#look(),
    });
  }

  /** For how many seconds nothing has moved, as far as this page knows. */
  get quietFor() {
    return Math.max(0, ((this.clock.now ?? 0) - this.quietSince) / 1000);
  }

  /**
   * @param {any} message
   * @param {import("../lib/store.js").State} before
   */
  hear(message, before) {
    this.clock.hear(message);
    if (message.type === "move" || message.type === "state") this.quietSince = this.clock.now ?? Infinity;
    this.calls.hear(message, before);
    if (message.type === "nudge" && this.calls.nudged)
      toast(this.room.t("nudge.told", { name: this.room.name(message.from.seat) }));
  }

  /** The table has been drawn. */
  show() {
    this.ticker.show(this.room.root);
  }

  /** The tab says whose turn it is. */
  mark() {
    markTab(this.room);
  }

  /** Draw once more when something may be done now that could not be done before. */
  #look() {
    const steps = absenceSteps(this.room);
    if (steps === this.steps) return;
    this.steps = steps;
    this.room.draw();
  }

  /** @returns {import("./calls.js").Means} */
  #means() {
    const { room } = this;
    return {
      ...sound,
      mayNotify,
      notify: (kind, name = "") =>
        notify({
          title: room.t(`notice.${kind}`, { name, game: room.game ? gameName(room.t, room.game) : "" }),
          body: room.t(`notice.${kind}.text`, { name }),
          tag: `${room.id}:${kind}`,
          icon: ICON,
        }),
      wait,
      isHidden: () => document.hidden,
      now: () => this.clock.now ?? 0,
    };
  }
}
