// @ts-check
/**
 * When a page is drawn: with the next picture, once for all that happened until then. A page that is
 * too much for one picture is drawn in steps, each of which has a picture to itself. What somebody
 * chose is drawn at once and whole, so that whatever they press next is a button of that choice.
 *
 * A tab in the background gets no pictures, and is drawn all the same: its title and its icon are
 * what calls somebody back to it.
 */

/**
 * A part of the work. It is told whether all of it has to be done at once, and answers whether it has
 * more for the next picture.
 * @typedef {(whole: boolean) => boolean | void} Step
 */

export class Drawing {
  /** @param {...Step} steps  in their order */
  constructor(...steps) {
    this.steps = steps;
    /** What is left of the drawing that was begun. @type {Step[]} */
    this.owed = [];
    this.waiting = false;
    this.asked = false;
    document.addEventListener("visibilitychange", () => this.asked && this.#await());
  }

  /** With the next picture. */
  soon() {
    this.waiting = true;
    this.#ask();
  }

  /** At once, and all of it. A step that fails is told of, and keeps nobody from going on. */
  now() {
    this.waiting = false;
    this.owed = [];
    for (const step of this.steps) {
      try {
        step(true);
      } catch (error) {
        reportError(error);
      }
    }
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

  /** One thing at a time; what was begun is finished first, whatever has happened since. */
  #picture() {
    this.asked = false;
    if (document.hidden) return this.now();
    if (this.owed.length === 0 && this.waiting) {
      this.waiting = false;
      this.owed = [...this.steps];
    }
    const step = this.owed.shift(); // what fails is not tried for ever
    try {
      if (step?.(false)) this.owed.unshift(step);
    } finally {
      if (this.waiting || this.owed.length > 0) this.#ask();
    }
  }
}
