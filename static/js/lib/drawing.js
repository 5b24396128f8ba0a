// @ts-check
/**
 * When a page is drawn: with the next picture, once for all that happened until then. A picture has
 * so much work and no more, so that none is late: what is left has the next ones to itself, and what
 * lies beside the table the one after those. What somebody chose is drawn at once and whole, so that
 * whatever they press next is a button of that choice.
 *
 * A tab in the background gets no pictures, and is drawn all the same: its title and its icon are
 * what calls somebody back to it.
 */

/**
 * Work of a picture, as `render` counts it, such that script and layout stay below 4 ms. The first of
 * several draws no parts: it finds out what is to be drawn, and where things were before.
 */
const FIRST = 0;
const NEXT = 450;

/**
 * @typedef {object} Painter
 * @property {(work: number) => boolean | void} draw  whether parts are still owed
 * @property {(work: number) => boolean} [goOn]  with those; whether there are more
 * @property {() => void} [drawBeside]
 */

export class Drawing {
  /** @param {Painter} painter */
  constructor(painter) {
    this.painter = painter;
    this.waiting = false;
    this.owes = false;
    this.waitingBeside = false;
    this.asked = false;
    document.addEventListener("visibilitychange", () => this.asked && this.#await());
  }

  /** With the next picture. */
  soon() {
    this.waiting = true;
    this.#ask();
  }

  /** At once, and all of it. */
  now() {
    this.waiting = false;
    this.owes = false;
    this.waitingBeside = false;
    this.painter.draw(Infinity);
    this.painter.drawBeside?.();
  }

  #ask() {
    if (this.asked) return;
    this.asked = true;
    this.#await();
  }

  #await() {
    const draw = () => this.asked && this.#picture();
    if (document.hidden) setTimeout(draw);
    else requestAnimationFrame(draw);
  }

  /** One thing at a time, however much there is of each. */
  #picture() {
    this.asked = false;
    if (document.hidden) return this.now();
    if (this.owes) {
      this.owes = false; // what fails is not tried for ever
      this.owes = this.painter.goOn?.(NEXT) ?? false;
    } else if (this.waitingBeside) {
      this.waitingBeside = false;
      this.painter.drawBeside?.();
    } else if (this.waiting) {
      this.waiting = false;
      this.waitingBeside = this.painter.drawBeside !== undefined;
      this.owes = this.painter.draw(FIRST) ?? false;
    }
    if (this.waiting || this.owes || this.waitingBeside) this.#ask();
  }
}
