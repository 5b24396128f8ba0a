// @ts-check
/**
 * When a page is drawn: with the next picture, once for all that happened until then. What somebody
 * chose is drawn at once, so that whatever they press next is a button of that choice.
 */
export class Drawing {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.waiting = false;
  }

  /** With the next picture. */
  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      if (this.waiting) this.now();
    });
  }

  /** At once. */
  now() {
    this.waiting = false;
    this.draw();
  }
}
