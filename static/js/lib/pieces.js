// @ts-check
/** Real cards and dice in running text: the rules name them, the game's board draws them. */
import { h, render } from "./h.js";

/**
 * Put each piece that the text names (`data-piece="die:red"`) before the words there. They are
 * decoration: what they show stands beside them in words.
 * @param {HTMLElement} place
 * @param {string} game
 */
export async function illustrate(place, game) {
  const named = [...place.querySelectorAll("[data-piece]")];
  if (named.length === 0) return;
  const module = await import(`../games/${game}/pieces.js`).catch(() => null);
  if (module === null) return; // out of reach: the words say it all
  const { pieces, look } = module;
  for (const spot of named) {
    const [name = "", what = ""] = (spot.getAttribute("data-piece") ?? "").split(":");
    const holder = document.createElement("span");
    holder.className = `piece ${look}`;
    holder.setAttribute("aria-hidden", "true");
    render(pieces[name](what, h), holder);
    spot.prepend(holder);
  }
}
