// @ts-check
/** The rules beside the table: opened at the paragraph that is about this moment, and it marked. */
import { h } from "../lib/h.js";
import { illustrate } from "../lib/pieces.js";

/** Where the rules were read when they changed their language. @type {string | null} */
let readFrom = null;
/** Which paragraph was marked then. @type {string | null} */
let marked = null;

/**
 * The page of rules, fetched once; `room.rulesAnchor` is what it is opened for.
 * @param {import("../table.js").Room} room
 */
export function drawRules(room) {
  return h("div", {
    class: "rules",
    opaque: true,
    key: `${room.state.table.game} ${document.documentElement.lang}`,
    ref: (/** @type {HTMLElement} */ place) => void fetchRules(room, place),
  });
}

/**
 * The rules are about to be read in another language: from the same paragraph on.
 * @param {import("../table.js").Room} room
 */
export function keepPlaceInRules({ root }) {
  const page = root.querySelector("#tab-page");
  const top = page?.getBoundingClientRect().top ?? 0;
  const read = [...(page?.querySelectorAll(".rules :is(h2, h3)[id]") ?? [])].filter((one) => one.getBoundingClientRect().top < top + 60);
  readFrom = read.at(-1)?.id ?? null;
  marked = page?.querySelector(".rules .is-here")?.id ?? null;
}

/**
 * @param {import("../table.js").Room} room
 * @param {string | undefined} anchor  of a paragraph
 */
export function openRules(room, anchor) {
  room.rulesAnchor = anchor ?? null;
  room.hints.close();
  room.openPanel("rules");
  room.drawing.now();
  const place = /** @type {HTMLElement | null} */ (room.root.querySelector("#tab-page .rules"));
  if (place?.querySelector("h2")) goToAnchor(room, place);
}

/**
 * The page is on its way: until it is here, something stands in its place.
 * @param {import("../table.js").Room} room
 * @param {HTMLElement} place
 */
function tellToWait(room, place) {
  const words = document.createElement("p");
  words.className = "soft";
  words.role = "status";
  words.ariaLive = "polite";
  words.textContent = room.t("rules.wait");
  place.replaceChildren(words);
}

/**
 * @param {import("../table.js").Room} room
 * @param {HTMLElement} place
 */
async function fetchRules(room, place) {
  const { game } = room.state.table;
  tellToWait(room, place);
  const answer = await fetch(`/rules/${game}`).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const rules = page?.getElementById("rules");
  place.replaceChildren(...(rules ? rules.childNodes : [room.t("error.offline")]));
  await illustrate(place, game);
  if (readFrom !== null) place.querySelector(`#${CSS.escape(readFrom)}`)?.scrollIntoView({ block: "start" });
  mark(place, marked);
  readFrom = null;
  marked = null;
  goToAnchor(room, place);
}

/**
 * Bring the paragraph into sight and mark it; the focus goes with it, for who cannot see that.
 * @param {import("../table.js").Room} room
 * @param {HTMLElement} place
 */
function goToAnchor(room, place) {
  const { rulesAnchor: anchor } = room;
  room.rulesAnchor = null;
  const start = mark(place, anchor);
  if (start === null) return;
  start.tabIndex = -1;
  start.focus({ preventScroll: true });
  start.scrollIntoView({ block: "start" });
}

/**
 * Mark this paragraph, and none besides it.
 * @param {HTMLElement} place
 * @param {string | null} anchor
 */
function mark(place, anchor) {
  const start = anchor && place.querySelector(`#${CSS.escape(anchor)}`);
  if (!(start instanceof HTMLElement)) return null;
  for (const old of place.querySelectorAll(".is-here")) old.classList.remove("is-here");
  for (const part of paragraphOf(start)) part.classList.add("is-here");
  return start;
}

/**
 * A heading with all that stands below it, up to the next one; anything else alone.
 * @param {HTMLElement} start
 */
function paragraphOf(start) {
  const parts = [start];
  if (!/^H[23]$/.test(start.tagName)) return parts;
  let next = start.nextElementSibling;
  while (next instanceof HTMLElement && !/^H[123]$/.test(next.tagName)) {
    parts.push(next);
    next = next.nextElementSibling;
  }
  return parts;
}
