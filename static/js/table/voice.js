// @ts-check
/**
 * What is read aloud: one polite voice for the whole table, so that nothing is said twice. It tells
 * what happened as the board shows it, then whose turn it is: mine at once, somebody else's only
 * if it lasts, because most are over before they could be named.
 */
import { titleOf } from "./end.js";
import { linesOfEntry, logContext, shownUpTo } from "./log.js";
import { sentenceNow } from "./room.js";

/** How long somebody else thinks before that is worth saying. */
const LASTS_MS = 2000;
/** Said lines stay for a while, for those who read back. */
const KEPT = 12;

export class Voice {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    /** The log is told up to here. @type {number | null} */
    this.told = null;
    /** The last words about whose turn it is. */
    this.words = "";
    /** Whether a turn of mine has begun that was not told yet. */
    this.begins = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Something came from the server.
   * @param {{legal: any[]}} before
   * @param {{legal: any[]}} now
   */
  hear(before, now) {
    if (now.legal.length === 0) this.begins = false;
    else if (before.legal.length === 0) this.begins = true;
  }

  /**
   * The board has been drawn: say what is new on it.
   * @param {boolean} isTrue  whether it shows what the table has come to
   */
  speak(isTrue) {
    const { stage, state, wishes } = this.room;
    if (state.view === null || !this.room.board) return;
    this.#tellLog();
    if (isTrue && !stage.held && !wishes.pending) this.#tellTurn();
  }

  /** Once more: whose turn it is, or how it ended. */
  repeat() {
    this.say(this.#sentence());
  }

  #tellLog() {
    const { room } = this;
    const shown = shownUpTo(room);
    const from = this.told ?? shown;
    this.told = shown;
    if (shown <= from) return;
    const context = logContext(room);
    for (const entry of room.state.log.filter(({ seq }) => seq > from && seq <= shown)) {
      for (const { text } of linesOfEntry(room, entry, context)) this.say(text);
    }
  }

  #tellTurn() {
    const { state } = this.room;
    const words = this.#sentence();
    if (words === this.words && !this.begins) return;
    clearTimeout(this.timer);
    if (this.begins) this.say(this.room.t("sentence.yours_now", { words }));
    else if (state.legal.length > 0 || state.table.state !== "playing") this.say(words);
    else this.timer = setTimeout(() => this.say(words), LASTS_MS);
    this.words = words;
    this.begins = false;
  }

  #sentence() {
    const { room } = this;
    const words = sentenceNow(room);
    return room.state.table.state === "finished" ? `${words} ${titleOf(room)}` : words;
  }

  /** Also for what somebody at this page asked for. @param {string} words */
  say(words) {
    const place = document.getElementById("voice");
    if (!place || !words) return;
    const line = document.createElement("p");
    line.textContent = words;
    place.append(line);
    while (place.childElementCount > KEPT) place.firstElementChild?.remove();
  }
}
