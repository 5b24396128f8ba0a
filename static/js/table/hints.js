// @ts-check
/**
 * Hints on request: what a strong player would do with what I know. The server thinks; the page
 * asks, shows the choices beside the board, and lights on it the one that is looked at.
 */
import { call, sentenceFor } from "../lib/api.js";
import { toast } from "../lib/page.js";
import { isCovered, isResting } from "./turns.js";

/**
 * @typedef {{move: any, wins: number | null}} Choice
 * @typedef {{seq: number, seat: number, samples: number, choices: Choice[]}} Hint
 */

export class Hints {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Hint | null} */
    this.hint = null;
    this.thinking = false;
    /** How often it was asked or put away: an answer to what no longer counts is not heard. */
    this.asked = 0;
    /** Which of the choices is lit on the board. */
    this.lit = 0;
  }

  /** Whether somebody could help me now. */
  get possible() {
    const { state, stage, board, pending } = this.room;
    const mine = state.seat !== null && state.legal.length > 0 && !isCovered(state, state.seat);
    return mine && Boolean(board?.hint) && !stage.held && !pending && !isResting(state.table);
  }

  /** The hint, as long as I have not moved since and could still do what it says. */
  get current() {
    const { hint } = this;
    const { log, seat } = this.room.state;
    if (hint === null || !this.possible || hint.seat !== seat) return null;
    const moved = log.some((entry) => entry.seat === hint.seat && entry.seq > hint.seq);
    return moved || !this.#isLegal(hint.choices[0]?.move) ? null : hint;
  }

  /** Whether the sheet is to be seen. */
  get open() {
    return this.possible && (this.thinking || this.current !== null);
  }

  async ask() {
    const { room } = this;
    if (this.thinking || !this.possible) return;
    this.#begin();
    const { asked } = this;
    const counts = () => asked === this.asked;
    try {
      const hint = await call("POST", `/api/tables/${room.id}/hint`);
      if (counts()) this.hint = hint;
    } catch (problem) {
      if (counts() && this.possible) toast(sentenceFor(room.t, problem));
    }
    if (!counts()) return;
    this.thinking = false;
    room.draw();
    const { current } = this;
    if (current?.choices[0]) room.voice.say(bestWords(room, current.choices[0], current.samples));
  }

  #begin() {
    this.hint = null;
    this.lit = 0;
    this.asked += 1;
    this.thinking = true;
    this.room.voice.say(this.room.t("hint.thinking"));
    this.room.draw();
  }

  /** Put the sheet away; whether it lay open. Who was in it is at its button again. */
  close() {
    const { root } = this.room;
    const { open } = this;
    this.hint = null;
    this.asked += 1;
    this.thinking = false;
    if (root.querySelector(".hint-sheet")?.contains(document.activeElement)) root.querySelector(".for-hint")?.focus();
    return open;
  }

  /** @param {number} index */
  look(index) {
    this.lit = index;
    this.room.draw();
  }

  /** The board has been drawn: light what the choice is about. */
  light() {
    const { root, board, stage } = this.room;
    const move = this.current?.choices[this.lit]?.move;
    const places = move ? board.hint.places(move, stage.shown.view, this.room.context()) : "";
    const wanted = new Set(places ? root.querySelectorAll(`.board :is(${places})`) : []);
    for (const lit of root.querySelectorAll("[data-hinted]")) if (!wanted.has(lit)) lit.removeAttribute("data-hinted");
    for (const place of wanted) place.setAttribute("data-hinted", "");
  }

  /** @param {any} move */
  #isLegal(move) {
    const written = JSON.stringify(move);
    return this.room.state.legal.some((one) => JSON.stringify(one) === written);
  }
}

/**
 * A move in the words of its board.
 * @param {import("../table.js").Room} room
 * @param {any} move
 */
export function moveWords(room, move) {
  return room.board.hint.words(move, room.stage.shown.view, room.context());
}

/**
 * @param {import("../table.js").Room} room
 * @param {Choice} choice
 * @param {number} samples
 */
function bestWords(room, { move, wins }, samples) {
  const words = moveWords(room, move);
  const share = wins === null ? 0 : roughly(wins, samples);
  return share <= 0 || share >= 1
    ? room.t("hint.best", { move: words })
    : room.t("hint.best_wins", { move: words, share: percent(share) });
}

/** Fewer imagined matches than these are a rough guess. */
export const ROUGH = 30;
/** With so many, one in a hundred more or less says something. */
const PLENTY = 300;

/**
 * How many steps the whole has: no finer than what so many matches can tell.
 * @param {number} samples
 */
function stepsFor(samples) {
  return samples < ROUGH ? 10 : samples < PLENTY ? 20 : 100;
}

/**
 * @param {number} wins
 * @param {number} samples
 */
export function roughly(wins, samples) {
  return Math.round(wins * stepsFor(samples)) / stepsFor(samples);
}

/**
 * How often a choice wins; of one that so few matches cannot tell from the best, just that.
 * @param {import("../table.js").Room} room
 * @param {Hint} hint
 * @param {number} index
 */
export function shareWords({ t }, { choices, samples }, index) {
  const [best, share] = [choices[0], choices[index]].map((choice) => roughly(choice?.wins ?? 0, samples));
  if (index > 0 && share === best) return t("hint.alike");
  const step = 1 / stepsFor(samples);
  if (share <= 0) return t("hint.wins_less", { share: percent(step) });
  if (share >= 1) return t("hint.wins_more", { share: percent(1 - step) });
  return t("hint.wins", { share: percent(share) });
}

/** @param {number} share */
function percent(share) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
