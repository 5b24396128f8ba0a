// @ts-check
/**
 * When a page is drawn: with the next picture, once for all that happened until then. What somebody
 * chose is drawn at once, so that whatever they press next is a button of that choice. What lies
 * beside that (`drawBeside`) has the picture after it to itself, so that neither of them is late.
 *
 * A tab in the background gets no pictures, and is drawn all the same: its title and its icon are
 * what calls somebody back to it.
 */
export class Drawing {
  /**
   * @param {() => void} draw
   * @param {() => void} [drawBeside]
   */
  constructor(draw, drawBeside) {
    this.draw = draw;
    this.drawBeside = drawBeside;
    this.waiting = false;
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
    this.waitingBeside = false;
    this.draw();
    this.drawBeside?.();
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

  /** One of the two at a time, in turn, however much there is of either. */
  #picture() {
    this.asked = false;
    if (this.waitingBeside) {
      this.waitingBeside = false;
      this.drawBeside?.();
    } else if (this.waiting) {
      this.waiting = false;
      this.waitingBeside = this.drawBeside !== undefined;
      this.draw();
    }
    if (this.waiting || this.waitingBeside) this.#ask();
  }
}
