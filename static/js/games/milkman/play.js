// @ts-check
/** What every part of the board is drawn with: the context, the farm in sight, the choice so far. */
import { choiceOf, deedsNow, movesOf, pickedMove, usedDice } from "./choice.js";
import { diceOf, touches } from "./moves.js";

/** @typedef {any} Play  the page's context and what `playOf` adds to it */

/**
 * @param {any} view
 * @param {any} context
 * @returns {Play}
 */
export function playOf(view, context) {
  const { ui, seat } = context;
  const shown = ui.mmLook ?? seat ?? 0;
  const farm = view.farms[shown];
  const mine = shown === seat;
  const moves = mine && !view.scene ? context.legal : [];
  const choice = choiceOf(ui, moves, farm);
  const deeds = deedsNow(moves, farm, choice);
  const deed = deeds.find(({ key }) => key === choice.deed) ?? null;
  const draft = deed && deed.moves.length > 1 ? pickedMove(deed.moves, choice) : null;
  return { ...context, view, shown, farm, mine, moves, choice, deeds, deed, draft, dice: usedDice(deed, choice) };
}

/** Whether something else can be tapped than what was brought into sight. */
let strayed = false;

/**
 * On a small screen the farm scrolls: what can be tapped now comes into sight, once for each choice.
 * @param {Play} play
 */
export function follow({ ui, view, farm, choice, mine, moves }) {
  const asked = JSON.stringify([choice, view.round, view.main, moves.length > 0 && farm.truck.points > 0]);
  if (!mine || ui.mmFollowed === asked) return;
  ui.mmFollowed = asked;
  strayed = moves.length > 0;
}

/** All of it is drawn. */
export function drawn() {
  if (strayed) showLit();
  strayed = false;
}

/**
 * On a small screen: the first and the last of what can be tapped now; in a lesson what its step
 * speaks of, for which somebody may have to look up.
 */
export function showLit() {
  const told = document.querySelectorAll(".mm-land [data-told]");
  const lit = told.length > 0 ? told : document.querySelectorAll(".mm-thing.is-lit");
  for (const thing of [lit[0], lit[lit.length - 1]]) thing?.scrollIntoView({ block: "nearest" });
}

/**
 * Choose, and draw again.
 * @param {Play} play
 * @param {any} choice
 */
export function choose({ ui, update }, choice) {
  ui.mmChoice = choice;
  update();
}

/**
 * Send a legal move; what follows starts from nothing chosen.
 * @param {Play} play
 * @param {any} move
 */
export function send({ ui, act }, move) {
  ui.mmChoice = null;
  act(move);
}

/**
 * Whether a thing can be tapped, and whether what is chosen can do something with it.
 * @param {Play} play
 * @param {string} thing
 */
export function lightOf({ moves, farm, choice }, thing) {
  const open = moves.some((/** @type {any} */ move) => touches(move, farm, thing));
  if (choice.thing === thing) return { open, lit: true, chosen: true };
  const asked = { ...choice, thing: null, deed: null };
  const lit = open && thing !== "market" && movesOf(moves, farm, asked).some((move) => touches(move, farm, thing));
  return { open, lit, chosen: false };
}

/**
 * Whether a die can be tapped, and whether the chosen thing could use it.
 * @param {Play} play
 * @param {number} die
 */
export function lightOfDie({ moves, farm, choice }, die) {
  const having = moves.filter((/** @type {any} */ move) => diceOf(move).includes(die));
  const thing = choice.thing;
  const lit = thing === null ? having.length > 0 : having.some((/** @type {any} */ move) => touches(move, farm, thing));
  return { open: having.length > 0, lit };
}
