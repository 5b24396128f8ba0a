// @ts-check
/**
 * Whoever plays by keyboard keeps their place: when the button under the focus goes away (a card
 * was played, it is not my turn), the focus comes back to the button at that place with my turn.
 * A board that names its moves gets it back to one of those.
 */

/** A button that was disabled under the focus holds it in name only. */
function isNowhere() {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(":disabled");
}

export class FocusKeeper {
  /** @param {string} selector  of the buttons that belong together */
  constructor(selector) {
    this.selector = selector;
    /** A selector of those that make a move, where the board names them. @type {string | null} */
    this.moves = null;
    /** The place that was lost, among the buttons. @type {number | null} */
    this.lost = null;
    this.last = -1;
    /** The place where a move was looked at last, among the moves. */
    this.lastMove = 0;
  }

  /** Before drawing: where is the focus? @param {Element} root */
  look(root) {
    if (isNowhere()) return;
    const focused = /** @type {Element} */ (document.activeElement);
    this.lost = null;
    this.last = focused.matches(":focus-visible") ? this.#buttons(root).indexOf(focused) : -1;
    const move = this.#moves(root).indexOf(focused);
    if (move >= 0) this.lastMove = move;
  }

  /**
   * After drawing: note a lost focus, and bring it back once there is something to do. As long as
   * parts are to come, only a move that is there already gets it.
   * @param {Element} root
   * @param {boolean} ready
   * @param {boolean} [whole]
   */
  restore(root, ready, whole = true) {
    if (!isNowhere()) return;
    if (this.last >= 0) this.lost = this.last;
    this.last = -1;
    if (this.lost === null || !ready) return;
    const moves = this.#moves(root);
    if (!whole && moves.length === 0) return;
    const [buttons, place] = moves.length > 0 ? [moves, this.lastMove] : [this.#buttons(root), this.lost];
    const button = buttons[Math.min(place, buttons.length - 1)];
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    this.lost = null;
  }

  /** @param {Element} root @returns {Element[]} */
  #buttons(root) {
    return [...root.querySelectorAll(this.selector)];
  }

  /** @param {Element} root @returns {Element[]} */
  #moves(root) {
    return this.moves === null ? [] : [...root.querySelectorAll(this.moves)];
  }
}
