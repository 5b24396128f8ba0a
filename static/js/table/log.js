// @ts-check
/** What happened, in words: the game says its events, the page its notes. */
import { h } from "../lib/h.js";
import { wordsOfNote } from "./notes.js";

/**
 * Lines as they were drawn last, by their keys: one that says the same need not be looked at again.
 * @type {WeakMap<object, Map<string, any>>}
 */
const drawn = new WeakMap();
/**
 * Entries in words, as long as nobody's name and no language changes: a long log is not put into
 * words again for every picture.
 * @type {WeakMap<object, {stamp: any[], lines: WeakMap<object, Array<{text: string, opens: boolean}>>}>}
 */
const told = new WeakMap();

/** @param {import("../table.js").Room} room */
export function drawLog(room) {
  const lines = linesOf(room);
  return h(
    "div",
    { class: "log-scroll", tabindex: 0, role: "group", "aria-label": room.t("panel.log") },
    h(
      "ol",
      { class: "log" },
      lines.length === 0
        ? h("li", { class: "soft", key: "empty" }, room.t("log.empty"))
        : drawLines(room, lines),
    ),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {Array<{key: string, text: string, kind: string}>} lines
 */
function drawLines(room, lines) {
  const before = drawn.get(room) ?? new Map();
  const now = new Map();
  for (const { key, text, kind } of lines) {
    const known = before.get(key);
    const same = known?.props.class === kind && known.children[0] === text;
    now.set(key, same ? known : h("li", { key, class: kind }, text));
  }
  drawn.set(room, now);
  return [...now.values()];
}

/**
 * The log in words, as far as it has been shown on the board; notes stand where they fell.
 * @param {import("../table.js").Room} room
 */
function linesOf(room) {
  const { t, board, state } = room;
  const shown = shownUpTo(room);
  const names = state.table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => nameInLog(room, seat));
  const known = knownLines(room, [t, board, state.seat, ...names]);
  const context = board ? logContext(room) : null;
  const opening = linesOfEvents(room, state.opening, context).map(({ text, opens }, index) => ({
    key: `0-${index}`,
    at: "",
    text,
    kind: opens ? "chapter" : "",
  }));
  const entries = state.log.filter((entry) => entry.seq <= shown);
  const taken = new Set(entries.map((entry) => entry.undo));
  const moves = entries.flatMap((entry) =>
    linesOnce(known, entry, () => linesOfEntry(room, entry, context)).map(({ text, opens }, index) => ({
      key: `${entry.seq}-${index}`,
      at: entry.at,
      text,
      kind: taken.has(entry.seq) ? "taken-back" : opens ? "chapter" : "",
    })),
  );
  const notes = state.notes.map((note) => ({
    key: `note-${note.id}`,
    at: note.at,
    kind: "log-note",
    text: wordsOfNote(t, note, note.seat === null ? "" : nameInLog(room, note.seat)),
  }));
  return [...opening, ...moves, ...notes].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/**
 * @param {object} room
 * @param {any[]} stamp  all that the words hang on, beside the entry
 */
function knownLines(room, stamp) {
  const before = told.get(room);
  if (before && stamp.every((part, place) => part === before.stamp[place])) return before.lines;
  const lines = new WeakMap();
  told.set(room, { stamp, lines });
  return lines;
}

/**
 * @template T
 * @param {WeakMap<object, T>} known
 * @param {object} what
 * @param {() => T} make
 * @returns {T}
 */
function linesOnce(known, what, make) {
  const before = known.get(what);
  if (before) return before;
  const made = make();
  known.set(what, made);
  return made;
}

/**
 * The last position that the board has shown: the log goes no further.
 * @param {import("../table.js").Room} room
 */
export function shownUpTo({ onBoard, stage, state }) {
  return (onBoard ?? stage.shown).seq ?? state.seq ?? 0;
}

/**
 * What a board says an event with: names as they stand in the log.
 * @param {import("../table.js").Room} room
 * @returns {import("./context.js").BoardContext}
 */
export function logContext(room) {
  return { ...room.context(), name: (seat) => nameInLog(room, seat) };
}

/**
 * A newcomer may not know the friendly name it was given: the own one is marked.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function nameInLog(room, seat) {
  const name = room.name(seat);
  return seat === room.state.seat ? room.t("log.you", { name }) : name;
}

/**
 * The lines of one entry.
 * @param {import("../table.js").Room} room
 * @param {import("../lib/store.js").Entry} entry
 * @param {any} context
 * @returns {Array<{text: string, opens: boolean}>}
 */
export function linesOfEntry(room, entry, context) {
  if (entry.undo !== undefined) return [{ text: wordsOfUndo(room, entry, context), opens: false }];
  const timeUp = { text: room.t("log.time_up", { name: nameInLog(room, entry.seat) }), opens: false };
  const told = linesOfEvents(room, entry.events, context);
  return entry.by === "clock" ? [timeUp, ...told] : told;
}

/**
 * Events in words, and which of them open a deal, a round or a turn: those that the board names
 * (`chapters`).
 * @param {import("../table.js").Room} room
 * @param {any[]} events
 * @param {any} context
 * @returns {Array<{text: string, opens: boolean}>}
 */
export function linesOfEvents(room, events, context) {
  return events
    .map((event) => ({
      text: context && room.board.say(event, context, events),
      opens: Boolean(room.board?.chapters?.includes(event.type)),
    }))
    .filter(({ text }) => Boolean(text));
}

/**
 * What was taken back, in the words in which it was told, if the log reaches back so far.
 * @param {import("../table.js").Room} room
 * @param {import("../lib/store.js").Entry} entry
 * @param {any} context
 */
function wordsOfUndo(room, entry, context) {
  const name = nameInLog(room, entry.seat);
  const made = room.state.log.find(({ seq }) => seq === entry.undo);
  const [what] = made ? linesOfEntry(room, made, { ...context, name: room.name.bind(room) }) : [];
  return what ? room.t("log.undo_of", { name, what: what.text }) : room.t("log.undo", { name });
}
