// @ts-check
/** Beside the table (a sheet from below on phones): log, chat, people, rules. */
import { h } from "../lib/h.js";
import { liesOver } from "./aside.js";
import { drawChat } from "./chat.js";
import { drawAskToNotify } from "./calling.js";
import { drawHintSheet } from "./help.js";
import { drawKeysButton } from "./keys.js";
import { drawLog } from "./log.js";
import { ladderWords, paceWords } from "./pace.js";
import { drawStopping } from "./pausing.js";
import { drawLinksButton, drawPeopleList, drawWatchers } from "./people.js";
import { drawUnread } from "./room.js";
import { drawRules } from "./rules.js";

const TABS = ["log", "chat", "people", "rules"];

/** @param {import("../table.js").Room} room */
export function drawPanel(room) {
  const { t, panel } = room;
  const hint = liesOver() ? null : drawHintSheet(room);
  return [
    panel.open &&
      h("button", {
        class: "veil",
        key: "veil",
        "aria-label": t("panel.close"),
        onclick: () => room.closePanel(),
      }),
    h(
      "aside",
      {
        class: `panel${panel.open ? " open" : ""}${hint ? " with-hint" : ""}`,
        key: "panel",
        "aria-label": t("panel.title"),
      },
      hint,
      h(
        "div",
        {
          class: "tabs",
          key: "tabs",
          role: "tablist",
          onkeydown: (/** @type {KeyboardEvent} */ event) => turnTab(room, event),
        },
        TABS.map((tab) => drawTab(room, tab)),
      ),
      h(
        "button",
        { class: "panel-close", "aria-label": t("panel.close"), onclick: () => room.closePanel() },
        "×",
      ),
      h(
        "div",
        {
          class: `tab-page tab-page-${panel.tab}`,
          role: "tabpanel",
          id: "tab-page",
          "aria-labelledby": `tab-${panel.tab}`,
          key: panel.tab,
          tabindex: panel.tab === "rules" ? 0 : null,
        },
        drawTabPage(room),
      ),
      drawFoot(room),
    ),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {string} tab
 */
function drawTab(room, tab) {
  const selected = room.panel.tab === tab;
  return h(
    "button",
    {
      class: "tab",
      role: "tab",
      key: tab,
      id: `tab-${tab}`,
      "aria-selected": selected,
      "aria-controls": "tab-page",
      tabindex: selected ? 0 : -1,
      onclick: () => room.openPanel(tab),
    },
    room.t(`panel.${tab}`),
    tab === "chat" && drawUnread(room),
  );
}

/**
 * Arrow keys go from tab to tab, as the pattern for tabs has it.
 * @param {import("../table.js").Room} room
 * @param {KeyboardEvent} event
 */
function turnTab(room, event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const next = TABS[(TABS.indexOf(room.panel.tab) + step + TABS.length) % TABS.length] ?? "log";
  room.openPanel(next);
  document.getElementById(`tab-${next}`)?.focus();
}

/** @param {import("../table.js").Room} room */
function drawTabPage(room) {
  switch (room.panel.tab) {
    case "chat":
      return drawChat(room);
    case "people":
      return drawPeople(room);
    case "rules":
      return drawRules(room);
    default:
      return drawLog(room);
  }
}

/** @param {import("../table.js").Room} room */
function drawPeople(room) {
  const { t, state } = room;
  const { table } = state;
  return [
    drawPeopleList(room),
    drawWatchers(room),
    h(
      "p",
      { class: "ladder", key: "ladder" },
      h("strong", null, paceWords(t, table.pace)),
      h("span", { class: "small soft" }, ladderWords(t, table.pace)),
    ),
    drawAskToNotify(room),
    drawLinksButton(room),
    drawKeysButton(room),
  ];
}

/**
 * The ways to stop, in sight whatever lies above them.
 * @param {import("../table.js").Room} room
 */
function drawFoot(room) {
  const { t, state, actions } = room;
  const { table, seat } = state;
  const plays = seat !== null && table.state === "playing" && !table.seats[seat].away;
  const stopping = drawStopping(room);
  if (!plays && stopping === null) return null;
  return h(
    "div",
    { class: "panel-foot", key: "foot" },
    stopping,
    plays && h("button", { class: "button", onclick: () => actions.leave() }, t("leave.button")),
  );
}
