// @ts-check
/** Chat: who sits writes at the table, who watches writes on the rail; all read both. */
import { h } from "../lib/h.js";
import { stool } from "../lib/avatar.js";

const LONGEST = 500;

/** @param {import("../table.js").Room} room */
export function drawChat(room) {
  const { t, state } = room;
  const lines = state.chat;
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
    room.me.player && drawForm(room),
  ];
}

/**
 * @param {import("../table.js").Room} room
 * @param {any} line
 */
function drawLine({ t }, line) {
  const { player } = line.from;
  return h(
    "li",
    { key: line.id, class: line.room === "rail" ? "chat-line rail" : "chat-line" },
    stool(player.id, 28),
    h(
      "span",
      { class: "chat-name small" },
      player.name,
      line.room === "rail" ? ` · ${t("chat.rail")}` : null,
    ),
    h("span", { class: "chat-text" }, line.text ?? t(`phrase.${line.phrase}`)),
  );
}

/** @param {import("../table.js").Room} room */
function drawForm(room) {
  const { t } = room;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (text) room.actions.say(text);
    form.reset();
  };
  return h(
    "form",
    { class: "chat-form", key: "form", onsubmit: submit },
    h(
      "label",
      { class: "field" },
      h("span", { class: "unseen" }, t("chat.label")),
      h("input", {
        name: "text",
        maxlength: LONGEST,
        placeholder: t("chat.label"),
        autocomplete: "off",
      }),
    ),
    h("button", { class: "button", type: "submit" }, t("chat.send")),
  );
}
