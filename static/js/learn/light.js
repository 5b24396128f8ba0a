// @ts-check
/**
 * The lamp of a lesson: of all that can be tapped, it falls on what is asked for next, and the
 * focus follows it. What is not lit can be tried as well.
 */
import { deedsOf, diceOf } from "../games/milkman/moves.js";

/** @type {Record<string, (move: any) => string[]>} selectors of a move's next button, the best first */
const PLACES = {
  gnav: ({ type }) => [`[data-move="${type}"]`],
  milkuro: ({ card, colour }) => [`.mk-tap[data-card="${card}"]${colour ? `[data-colour="${colour}"]` : ""}`],
  mino_dice: ({ tricks, die }) => [die ? `.md-tap[data-die="${die}"]` : `[data-bid="${tricks}"]`],
  milkman: placesOnTheFarm,
};

/** First its dice, then the deed, then its details. @param {any} move */
function placesOnTheFarm(move) {
  const dice = diceOf(move);
  const chosen = dice.map((die) => `:has([data-die="${die}"][aria-pressed="true"])`).join("");
  const deeds = ["go", "leave", ...deedsOf([move]).map(({ key }) => key), move.type];
  return [
    ...deeds.map((deed) => `.milkman${chosen} [data-deed="${deed}"]`),
    ...dice.map((die) => `[data-die="${die}"]:not([aria-pressed="true"])`),
  ];
}

/**
 * @param {string} game
 * @param {any} move
 */
export function placesOf(game, move) {
  return PLACES[game]?.(move) ?? [];
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
    if (this.moved) startAt(target);
    else if (this.inside && this.lit !== before) focusOn(target);
    this.moved = false;
  }

  #find() {
    const { root, game, phase, step, stage } = this.learning;
    if (phase !== "ask" || !step?.move || stage.held) return null;
    for (const place of placesOf(game.key, step.move)) {
      const found = root.querySelector(`${place}:enabled`);
      if (found) return found;
    }
    return null;
  }
}

/** @param {Element | null} target */
function focusOn(target) {
  if (!(target instanceof HTMLElement)) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest" });
}

/** First there is something to read. @param {Element | null} target */
function startAt(target) {
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  scrollTo(0, 0);
}
