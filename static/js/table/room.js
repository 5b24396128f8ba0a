// @ts-check
/** The whole page of a table, top to bottom. */
import { drawBrand } from "../lib/brand.js";
import { h } from "../lib/h.js";
import { drawLookOpener } from "../lib/look_menu.js";
import { gameName } from "../lib/t.js";
import { drawAbsent, drawWayBack } from "./absence.js";
import { liesOver } from "./aside.js";
import { drawBefore } from "./before.js";
import { drawBoard, sentenceOf } from "./board.js";
import { drawSoundSwitch } from "./calling.js";
import { drawEnd } from "./end.js";
import { drawHelp, drawHintSheet } from "./help.js";
import { speakAtTable } from "./language.js";
import { shortcut } from "./keys.js";
import { drawLately } from "./lately.js";
import { drawPanel } from "./panel.js";
import { drawAgreements, drawRest } from "./pausing.js";
import { drawMySeat, drawSeats } from "./seats.js";
import { isCovered } from "./turns.js";
import { drawVacant } from "./vacant.js";

/** What stands above the table and beside it. @param {import("../table.js").Room} room */
export function drawBeside(room) {
  return { bar: drawBar(room), panel: drawPanel(room) };
}

/** @param {import("../table.js").Room} room */
export function drawTable(room) {
  const { table, view } = room.state;
  if (view !== null) return drawPlay(room);
  if (table.client_seeds === null) return drawBefore(room);
  return h("main", { class: `table-top in-play laying for-${room.game.key}`, id: "main", key: "play" }, h("p", null, room.t("table.laying")));
}

/** @param {import("../table.js").Room} room */
function drawPlay(room) {
  const own = room.board?.seatsPeople;
  return h(
    "main",
    { class: "table-top in-play", id: "main", key: "play" },
    drawLately(room),
    own ? null : drawSeats(room),
    drawBoard(room),
    drawRest(room),
    h("div", { class: "slips", key: "slips" }, drawAgreements(room), drawAbsent(room), drawWayBack(room), drawVacant(room)),
    h(
      "div",
      { class: "mine", key: "mine" },
      own && room.state.seat !== null ? null : drawMySeat(room),
      h("p", { class: "sentence" }, sentenceNow(room)),
      drawHelp(room),
      drawTakingBack(room),
    ),
    liesOver() ? drawHintSheet(room) : null,
    drawEnd(room),
  );
}

/**
 * What I can do now, or what we wait for.
 * @param {import("../table.js").Room} room
 */
export function sentenceNow(room) {
  return sentenceOfTime(room) ?? sentenceOf(room);
}

/**
 * What keeps the match from going on, or from waiting for me.
 * @param {import("../table.js").Room} room
 */
function sentenceOfTime({ t, state }) {
  const { table, seat } = state;
  if (table.state !== "playing") return null;
  if (table.paused) return t("sentence.paused");
  if (table.asleep) return t("asleep.title");
  return seat !== null && isCovered(state, seat) ? t("sentence.covered") : null;
}

/**
 * Beside the sentence, unless the board has buttons of its own for it (`takesBack`).
 * @param {import("../table.js").Room} room
 */
function drawTakingBack({ t, board, wishes }) {
  if (wishes.canUndo === null || board?.takesBack) return null;
  return h(
    "button",
    {
      class: "button little take-back",
      key: "take-back",
      "aria-keyshortcuts": shortcut("u"),
      onclick: () => wishes.takeBack(),
    },
    t("undo.button"),
  );
}

/** @param {import("../table.js").Room} room */
function drawBar(room) {
  const { t, game } = room;
  return h(
    "header",
    { class: "bar", key: "bar" },
    drawBrand(t),
    h("h1", { class: "bar-title" }, game ? gameName(t, game) : t("site.name")),
    drawBranch(room),
    drawStatus(room),
    drawWatchers(room),
    drawSoundSwitch(room),
    drawLookOpener(t, (words) => speakAtTable(room, words)),
    h(
      "button",
      { class: "button little panel-opener", onclick: () => room.openPanel(room.panel.tab) },
      t("panel.open"),
      drawUnread(room),
    ),
  );
}

/**
 * A match that began in the middle of another one counts for nothing, and says so.
 * @param {{t: import("../lib/t.js").Translate, state: {table: any}}} room
 */
export function drawBranch({ t, state }) {
  if (!state.table?.branch) return null;
  const words = t("branch.text", { seq: state.table.branch.seq });
  return h("span", { class: "branch-mark small", title: words, "aria-label": words, role: "note" }, t("branch.mark"));
}

/** How many others watch. @param {import("../table.js").Room} room */
function drawWatchers({ t, state }) {
  const mine = state.seat === null ? 1 : 0;
  const count = (state.table?.spectators ?? 0) - mine;
  return count > 0 ? h("span", { class: "watchers small" }, t("table.watchers", { count })) : null;
}

/** @param {import("../table.js").Room} room */
function drawStatus({ t, status, endedWhy }) {
  const key = status === "ended" ? `status.${endedWhy}` : `status.${status}`;
  return h(
    "span",
    { class: `status ${status}`, role: "status" },
    h("span", { class: "status-dot", "aria-hidden": "true" }),
    h("span", { class: "status-word" }, t(key)),
  );
}

/** @param {import("../table.js").Room} room */
export function drawUnread({ state, panel, talk }) {
  const unread = state.chat.slice(panel.chatSeen ?? Infinity).filter((line) => talk.hears(line)).length;
  return unread > 0 ? h("span", { class: "unread" }, String(unread)) : null;
}

/** @param {import("../table.js").Room} room */
export function drawTurnedAway({ t, turnedAway }) {
  const code = turnedAway?.code ?? "not_found";
  return [
    h(
      "main",
      { class: "page", id: "main" },
      h(
        "div",
        { class: "sheet turned-away" },
        h("h1", null, t("away.title")),
        h("p", null, t(code === "forbidden" ? "away.forbidden" : `error.${code}`)),
        h("a", { class: "button lit", href: "/" }, t("nav.lobby")),
      ),
    ),
  ];
}
