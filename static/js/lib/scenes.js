// @ts-check
/**
 * What is shown when: states arrive as fast as they like, people need time to look. Each state is
 * shown as one or more scenes; while one is held, newer states queue. A long queue is cut short.
 */

/**
 * @typedef {{view: any, events: any[], seq: number | null}} Shown
 * @typedef {{view: any, ms: number, events?: any[]}} Scene
 */

const LONGEST_QUEUE = 4;

export class Stage {
  /**
   * @param {object} wiring
   * @param {(view: any, events: any[], previous: any) => Scene[]} wiring.scenes
   * @param {() => void} wiring.onChange
   * @param {(run: () => void, ms: number) => any} [wiring.later]
   * @param {(timer: any) => void} [wiring.cancel]
   */
  constructor({
    scenes,
    onChange,
    later = setTimeout.bind(globalThis),
    cancel = clearTimeout.bind(globalThis),
  }) {
    this.wiring = { scenes, onChange, later, cancel };
    /** @type {Shown} */
    this.shown = { view: null, events: [], seq: null };
    /** @type {Shown[]} */
    this.queue = [];
    /** @type {Scene[]} */
    this.scenes = [];
    /** @type {any} */
    this.timer = null;
    /** The last real view that was shown: what the next scenes start from. */
    this.settled = null;
    /** @type {Shown | null} */
    this.next = null;
  }

  /** Whether something is being shown that is not yet the present state. */
  get held() {
    return this.timer !== null;
  }

  /**
   * Show this at once, with nothing before it: a fresh start.
   * @param {Shown} state
   */
  reset(state) {
    this.#stop();
    this.queue = [];
    this.scenes = [];
    this.#settle(state);
  }

  /** @param {Shown} state */
  push(state) {
    this.queue.push(state);
    if (this.queue.length > LONGEST_QUEUE) {
      const newest = /** @type {Shown} */ (this.queue.at(-1));
      this.reset(newest);
    } else if (!this.held) this.#advance();
  }

  /** The person has seen enough of this scene. */
  skip() {
    if (!this.held) return;
    this.#stop();
    this.#timeUp();
  }

  #stop() {
    if (this.timer !== null) this.wiring.cancel(this.timer);
    this.timer = null;
  }

  #advance() {
    while (!this.held && (this.scenes.length > 0 || this.queue.length > 0)) {
      if (this.scenes.length === 0) this.#open(/** @type {Shown} */ (this.queue.shift()));
      else this.#play(/** @type {Scene} */ (this.scenes.shift()));
    }
  }

  /** @param {Shown} state */
  #open(state) {
    this.next = state;
    this.scenes = this.wiring.scenes(state.view, state.events, this.settled).slice(0, -1);
    if (this.scenes.length === 0) this.#settle(state);
  }

  /** @param {Scene} scene */
  #play(scene) {
    this.shown = { view: scene.view, events: scene.events ?? [], seq: this.shown.seq };
    this.timer = this.wiring.later(() => this.#timeUp(), scene.ms);
    this.wiring.onChange();
  }

  #timeUp() {
    this.timer = null;
    if (this.scenes.length === 0 && this.next) this.#settle(this.next);
    this.#advance();
  }

  /** @param {Shown} state */
  #settle(state) {
    this.next = null;
    this.shown = state;
    this.settled = state.view;
    this.wiring.onChange();
  }
}
