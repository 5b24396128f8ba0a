// @ts-check
/** The page of a table goes on in another language, in mid-match: nothing is lost. */
import { keepPlaceInRules } from "./rules.js";

/**
 * Everything that is drawn takes its words from the room.
 * @param {import("../table.js").Room} room
 * @param {import("../lib/t.js").Translate} t
 */
export function speakAtTable(room, t) {
  keepPlaceInRules(room);
  room.t = t;
  room.news.speak(t);
  room.time.ticker.t = t;
  room.draw();
}
