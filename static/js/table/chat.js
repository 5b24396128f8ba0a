// @ts-check
/** Chat: who sits writes at the table, who watches writes on the rail; all read both. */
import { h } from "../lib/h.js";
import { stool } from "../lib/avatar.js";
import { drawAlike } from "./alike.js";
import { openLine } from "./line.js";
import { phrasesFor } from "./phrases.js";

const LONGEST = 500;

/** @param {import("../table.js").Room} room */
export function drawChat(room) {
  const { t, talk } = room;
  const lines = talk.heard;
  return [
    h(
      "div",
      {
        class: "log-scroll",
        key: "lines",
        tabindex: 0,
        role: "group",
        "aria-label": t("panel.chat"),
      },
      h(
        "ol",
        { class: "chat", "aria-live": "polite" },
        lines.length === 0
          ? h("li", { class: "soft", key: "empty" }, t("chat.empty"))
          : lines.map((line) => drawLine(room, line)),
      ),
    ),
    drawRailSwitch(room),
    talk.isOpen
      ? [drawPhrases(room), drawForm(room)]
      : h("p", { class: "note small", key: "closed" }, t("chat.closed")),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} line
 */
function drawLine(room, line) {
  const { t, me } = room;
  const { player, seat } = line.from;
  const rail = line.room === "rail";
  return h(
    "li",
    { key: line.id, class: rail ? "chat-line rail" : "chat-line" },
    stool(player.id, 28),
    h(
      "span",
      { class: "chat-name small" },
      player.name,
      drawAlike(room, seat, player.id),
      rail ? h("span", { class: "chat-room" }, t("chat.rail")) : null,
    ),
    player.id !== me.player?.id &&
      h(
        "button",
        {
          class: "chat-more",
          "aria-label": t("chat.about", { name: player.name }),
          onclick: () => openLine(room, line),
        },
        "⋯",
      ),
    h("span", { class: "chat-text" }, line.text ?? t(`phrase.${line.phrase}`)),
  );
}

/**
 * The host lets those who watch write, or not; everybody at the table reads what is so.
 * @param {import("../table.js").Room} room
 */
function drawRailSwitch({ t, state, isHost, actions }) {
  const { state: stage, rail_open: open, watchable } = state.table;
  const over = stage === "finished" || stage === "abandoned";
  if (!watchable || over || !(isHost || (state.seat !== null && !open))) return null;
  return h(
    "div",
    { class: "rail-switch small soft", key: "rail" },
    h("span", null, t(open ? "rail.open" : "rail.closed")),
    isHost &&
      h(
        "button",
        { class: "button slight little", disabled: actions.busy, onclick: () => actions.openRail(!open) },
        t(open ? "rail.close_it" : "rail.open_it"),
      ),
  );
}

/** @param {import("../table.js").Room} room */
function drawPhrases({ t, state, talk }) {
  const turn = () => {
    talk.all = !talk.all;
    talk.room.draw();
  };
  return h(
    "div",
    { class: "phrases", key: "phrases", role: "group", "aria-label": t("chat.phrases") },
    phrasesFor(state.table.state, talk.all).map((phrase) =>
      h(
        "button",
        { class: "phrase", key: phrase, disabled: talk.busy, onclick: () => talk.say({ phrase }) },
        t(`phrase.${phrase}`),
      ),
    ),
    h(
      "button",
      { class: "phrase more", key: "more", "aria-expanded": talk.all, onclick: turn },
      t(talk.all ? "chat.fewer" : "chat.more"),
    ),
  );
}

/** What was not taken stays in the field. @param {import("../table.js").Room} room */
function drawForm({ t, talk }) {
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    const text = field.value.trim();
    if (text && (await talk.say({ text })) && field.value.trim() === text) form.reset();
  };
  const label = t(talk.place === "table" ? "chat.label" : "chat.label.rail");
  return h(
    "form",
    { class: "chat-form", key: "form", onsubmit: submit },
    talk.problem && h("p", { class: "chat-problem small", id: "chat-problem", role: "alert" }, talk.problem),
    h(
      "label",
      { class: "field" },
      h("span", { class: "unseen" }, label),
      h("input", {
        name: "text",
        maxlength: LONGEST,
        placeholder: label,
        autocomplete: "off",
        "aria-describedby": talk.problem ? "chat-problem" : null,
      }),
    ),
    h("button", { class: "button", type: "submit", disabled: talk.busy }, t(talk.busy ? "chat.saying" : "chat.send")),
  );
}
