// @ts-check
/** The page of a table goes on in another language, in mid-match: nothing is fetched or lost. */

/** @typedef {import("../lib/t.js").Translate} Translate */

/**
 * Everything that is drawn takes its words from the room; what the server drew is worded anew.
 * @param {import("../table.js").Room} room
 * @param {Translate} t
 */
export function speakAtTable(room, t) {
  room.t = t;
  room.news.speak(t);
  room.time.ticker.t = t;
  wordPage(t);
  room.draw();
}

/** What stands around the part that scripts draw. @param {Translate} t */
export function wordPage(t) {
  for (const place of document.querySelectorAll("[data-words]")) {
    place.textContent = t(place.getAttribute("data-words") ?? "");
  }
  for (const place of document.querySelectorAll("[data-label]")) {
    place.setAttribute("aria-label", t(place.getAttribute("data-label") ?? ""));
  }
}
