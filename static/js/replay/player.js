// @ts-check
/** Plays on by itself: a step, time to look, the next step; at the end it stops. */

export const SPEEDS = [1, 3];
const LOOK = 1100;

export class Player {
  /**
   * @param {object} wiring
   * @param {() => boolean} wiring.step  goes one position on, false at the end
   * @param {() => boolean} wiring.busy  whether something is still being shown or fetched
   * @param {() => void} wiring.onChange
   * @param {(run: () => void, ms: number) => any} [wiring.later]
   * @param {(timer: any) => void} [wiring.cancel]
   */
  constructor({
    step,
    busy,
    onChange,
    later = setTimeout.bind(globalThis),
    cancel = clearTimeout.bind(globalThis),
  }) {
    this.wiring = { step, busy, onChange, later, cancel };
    this.playing = false;
    this.speed = /** @type {number} */ (SPEEDS[0]);
    /** @type {any} */
    this.timer = null;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    this.playing = true;
    this.#goOn();
  }

  stop() {
    if (this.timer !== null) this.wiring.cancel(this.timer);
    this.timer = null;
    this.playing = false;
    this.wiring.onChange();
  }

  /** The next speed; after the fastest the slowest. */
  hurry() {
    const next = (SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length;
    this.speed = /** @type {number} */ (SPEEDS[next]);
    this.wiring.onChange();
  }

  /** What was shown is shown, or what was fetched is here: time for the next step to come. */
  settled() {
    if (!this.playing || this.timer !== null || this.wiring.busy()) return;
    this.timer = this.wiring.later(() => {
      this.timer = null;
      if (this.playing && !this.wiring.busy()) this.#goOn();
    }, LOOK / this.speed);
  }

  #goOn() {
    if (this.wiring.step()) this.wiring.onChange();
    else this.stop();
  }
}
