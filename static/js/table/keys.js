// @ts-check
/**
 * The keyboard at the table. Keys of one letter are silent while somebody types or a dialog is
 * open, and whoever speaks to their machine can turn them off (WCAG 2.1.4).
 */
import { goByArrow } from "../lib/arrows.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { recall, remember } from "../lib/noted.js";

const KEY = "kitchen-table:keys";

/** The keys of one letter, the names of what they do, and their deeds. @type {[string, string, (room: import("../table.js").Room) => void][]} */
const LETTERS = [
  ["m", "moves", goToMoves],
  ["s", "again", ({ voice }) => voice.repeat()],
  ["u", "undo", (room) => void room.wishes.takeBack()],
  ["l", "log", (room) => openTab(room, "log")],
  ["c", "chat", (room) => openTab(room, "chat")],
  ["p", "people", (room) => openTab(room, "people")],
  ["r", "rules", (room) => openTab(room, "rules")],
  ["h", "hint", (room) => void room.hints.ask()],
  ["?", "list", (room) => void showKeys(room)],
];
/** What each of them does. */
const DEEDS = new Map(LETTERS.map(([letter, , deed]) => [letter, deed]));

function lettersAreOn() {
  return recall(KEY) !== "off";
}

/** What a control says of its key to who listens: nothing while the letters are off. @param {string} letter */
export function shortcut(letter) {
  return lettersAreOn() ? letter : null;
}

/**
 * @param {import("../table.js").Room} room
 * @param {KeyboardEvent} event
 */
export function onKey(room, event) {
  if (isHeld(event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
  if (event.key === "Escape") return escape(room);
  goByArrow(event);
  if (event.repeat) return;
  const deed = lettersAreOn() && !event.defaultPrevented && DEEDS.get(letterOf(event));
  if (!deed) return;
  event.preventDefault();
  deed(room);
}

/**
 * Enter that is held down is one press: it would play whatever comes under the focus next, and say
 * yes to what it was asked.
 * @param {KeyboardEvent} event
 */
function isHeld({ repeat, key, target }) {
  return repeat && key === "Enter" && target instanceof Element && target.matches("button, summary, a");
}

/**
 * The letter of a key, also where the keyboard writes another script.
 * @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  return /^[ -~]$/.test(key) || !code.startsWith("Key") ? key : code.slice(3).toLowerCase();
}

/**
 * A dialog that was just closed keeps the focus for a moment, and nobody types there any more.
 * @param {KeyboardEvent} event
 */
function isElsewhere({ target, key }) {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element) || target.closest("dialog:not([open])")) return false;
  return target.matches("input, select, textarea") && key !== "Escape";
}

/**
 * Escape closes what lies on top: the panel as a sheet, a sheet that the board has open, a card
 * that is lifted; and where nothing is open, a scene is over at once. A dialog closes by itself.
 * @param {import("../table.js").Room} room
 */
function escape(room) {
  if (room.panel.open) room.closePanel();
  else if (room.hints.close()) room.draw();
  else if (room.board?.close?.(room.ui)) room.draw();
  else room.stage.skip();
}

/** To the hand, or to what else makes a move. @param {import("../table.js").Room} room */
function goToMoves({ root, board }) {
  const stop = ".board button[data-stop=here]";
  const first = root.querySelector(stop) ?? root.querySelector(board?.moves ?? board?.offers ?? ".board button:enabled");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * @param {import("../table.js").Room} room
 * @param {string} tab
 */
function openTab(room, tab) {
  room.openPanel(tab);
  room.drawing.now();
  document.getElementById(`tab-${tab}`)?.focus();
}

/** The list of all keys, and the switch for those of one letter. @param {import("../table.js").Room} room */
export function showKeys(room) {
  const { t } = room;
  const turn = (/** @type {Event} */ event) => {
    remember(KEY, /** @type {HTMLInputElement} */ (event.currentTarget).checked ? "on" : "off");
    room.draw();
  };
  return ask(t("keys.title"), (answer) => [
    h("h2", { key: "title" }, t("keys.title")),
    h(
      "dl",
      { class: "keys", key: "keys" },
      keysAndNames(t).map(([keys, name]) =>
        h("div", { key: name }, h("dt", null, keys.map((one) => h("kbd", { key: one }, one))), h("dd", null, t(`keys.${name}`))),
      ),
    ),
    h(
      "label",
      { class: "keys-switch", key: "switch" },
      h("input", { type: "checkbox", checked: lettersAreOn(), onchange: turn }),
      h("span", null, t("keys.letters")),
    ),
    h("div", { class: "row", key: "ways" }, h("button", { class: "button lit", onclick: () => answer(null) }, t("dialog.close"))),
  ]);
}

/**
 * The list in the dialog: the keys as they are written on a keyboard, and the name of what they do.
 * @param {import("../lib/t.js").Translate} t
 * @returns {[string[], string][]}
 */
function keysAndNames(t) {
  return [
    [["←", "→", "↑", "↓"], "arrows"],
    [[t("keys.cap.enter")], "enter"],
    [[t("keys.cap.escape")], "escape"],
    ...LETTERS.map(([letter, name]) => /** @type {[string[], string]} */ ([[letter], name])),
  ];
}

/** For those who have no "?" or have turned it off. @param {import("../table.js").Room} room */
export function drawKeysButton(room) {
  return h("button", { class: "button slight", key: "keys", onclick: () => void showKeys(room) }, room.t("keys.title"));
}
