// @ts-check
/**
 * The lamp of a lesson: of all that can be tapped, it falls on what is asked for next, and the
 * focus follows it. What is not lit can be tried as well. And what a step speaks of is in sight.
 */

/** What the lamp adds around what it falls on, in pixels. */
const AROUND = 14;

/**
 * Selectors of a move's next button, the best first: what the board says itself, else where its
 * hints would light the move; a board that says neither is learned without a lamp.
 * @param {any} board  the module `games/<key>.js`
 * @param {any} move
 * @param {any} view
 * @param {import("../table/context.js").BoardContext} context
 * @returns {string[]}
 */
export function placesOf(board, move, view, context) {
  if (board.steps) return board.steps(move);
  const places = board.hint?.places(move, view, context);
  return places ? [`:is(${places})`] : [];
}

export class Light {
  /** @param {import("../learn.js").Learning} learning */
  constructor(learning) {
    this.learning = learning;
    /** @type {Element | null} what the lamp fell on last */
    this.lit = null;
    /** Whether a step has just begun, or just ended. */
    this.moved = false;
    this.phase = "ask";
    this.inside = false;
  }

  /** Before drawing: whether the focus is on the board, or nowhere. */
  look() {
    const { root, phase } = this.learning;
    const focused = document.activeElement;
    this.inside = focused === null || focused === document.body || Boolean(root.querySelector(".board")?.contains(focused));
    this.moved ||= phase !== this.phase;
    this.phase = phase;
  }

  /** After drawing: light what is asked for. */
  show() {
    const { root, phase } = this.learning;
    const before = this.lit;
    this.lit = this.#find();
    for (const other of root.querySelectorAll("[data-lamp]")) if (other !== this.lit) other.removeAttribute("data-lamp");
    this.lit?.setAttribute("data-lamp", "");
    const target = phase === "ask" && this.lit ? this.lit : root.querySelector(".lesson-go");
    const told = this.#markTold();
    if (this.moved) startAt(target, told);
    else if (this.inside && this.lit !== before) focusOn(target);
    this.moved = false;
  }

  /** Mark what the step speaks of, where the board can say that. @returns {Element[]} from the top down */
  #markTold() {
    const { root, board, phase, step } = this.learning;
    const places = step?.move ? (board?.about?.(step.move, phase === "told") ?? []) : [];
    const told = places.length > 0 ? [...root.querySelectorAll(`.board :is(${places})`)] : [];
    for (const other of root.querySelectorAll("[data-told]")) if (!told.includes(other)) other.removeAttribute("data-told");
    for (const one of told) one.setAttribute("data-told", "");
    return told;
  }

  #find() {
    const { root, board, phase, step, stage } = this.learning;
    if (phase !== "ask" || !step?.move || stage.held) return null;
    for (const place of placesOf(board, step.move, stage.shown.view, this.learning.context())) {
      const found = root.querySelector(`.board ${place}:enabled`);
      if (found) return found;
    }
    return null;
  }
}

/** @param {Element | null} target */
function focusOn(target) {
  if (!(target instanceof HTMLElement)) return;
  target.focus({ preventScroll: true });
  if (!bringOut(target)) target.scrollIntoView({ block: "nearest" });
}

/**
 * First there is something to read. Where that goes along, the board is shown down to its end, at
 * each step in the same place, and what is spoken of comes into sight on it.
 * @param {Element | null} target
 * @param {Element[]} told
 */
function startAt(target, told) {
  if (!(target instanceof HTMLElement)) return scrollTo(0, 0);
  target.focus({ preventScroll: true });
  const height = document.documentElement.scrollHeight;
  scrollTo(0, goesAlong() ? height : 0);
  if (!bringOut(target) && height > innerHeight) return;
  for (const one of [told[0], told.at(-1)]) one?.scrollIntoView({ block: "nearest" });
}

/** Whether the card goes along with the page. */
function goesAlong() {
  const card = document.querySelector(".lesson");
  return card !== null && getComputedStyle(card).position === "sticky";
}

/**
 * Bring what is to be tapped out from under a card that goes along with the page, and onto the screen.
 * @param {HTMLElement} target
 * @returns {boolean}  whether the card goes along
 */
function bringOut(target) {
  const card = document.querySelector(".lesson");
  if (card === null || !goesAlong()) return false;
  if (card.contains(target)) return true;
  const { top, bottom } = target.getBoundingClientRect();
  const below = bottom + AROUND - innerHeight;
  const under = card.getBoundingClientRect().bottom + AROUND - top;
  if (below > 0) scrollBy(0, below);
  else if (under > 0) scrollBy(0, -under);
  return true;
}
