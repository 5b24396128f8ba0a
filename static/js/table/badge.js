// @ts-check
/** The tab itself says that the table waits for me: in its title and in its icon. */
import { gameName } from "../lib/t.js";

const PLAIN = new URL("../../img/favicon.svg", import.meta.url).href;
const CALLING = new URL("../../img/favicon-call.svg", import.meta.url).href;

/**
 * @param {import("../table.js").Room} room
 */
export function markTab({ t, state, game, time }) {
  if (!state.table) return;
  const { mine, nudged } = time.calls;
  const key = !mine ? "title.table" : nudged ? "title.nudged" : "title.your_move";
  const title = t(key, { game: game ? gameName(t, game) : "" });
  if (document.title !== title) document.title = title;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = mine ? CALLING : PLAIN;
  if (icon && icon.href !== wanted) icon.href = wanted;
}
