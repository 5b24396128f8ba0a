// @ts-check
/** My name and my tables. */
import { call, sentenceFor } from "./lib/api.js";
import { stool } from "./lib/avatar.js";
import { h, render } from "./lib/h.js";
import { startPage, toast } from "./lib/page.js";

const { t, boot } = await startPage();
const place = document.getElementById("me");

/** @param {SubmitEvent} event */
async function rename(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const name = String(new FormData(form).get("name") ?? "").trim();
  try {
    draw(await call("PATCH", "/api/me", { name }));
    toast(t("me.saved"));
  } catch (problem) {
    toast(sentenceFor(t, problem));
  }
}

/** @param {any} me */
function drawTables(me) {
  if (me.tables.length === 0) return h("p", { class: "soft" }, t("me.no_tables"));
  return h(
    "ul",
    { class: "me-tables" },
    me.tables.map((/** @type {any} */ table) =>
      h(
        "li",
        { key: table.id },
        h(
          "a",
          { href: `/t/${table.id}`, class: table.your_move ? "button lit" : "button" },
          t(table.your_move ? "lobby.your_move" : "lobby.back_to", {
            game: t(`game.${table.game}`),
          }),
        ),
      ),
    ),
  );
}

/** @param {any} me */
function draw(me) {
  if (!place) return;
  const { player } = me;
  const form = h(
    "form",
    { class: "me-form", onsubmit: rename },
    h(
      "label",
      { class: "field" },
      h("span", null, t("name.label")),
      h("input", {
        name: "name",
        value: player?.name ?? me.suggested_name ?? "",
        maxlength: 24,
        required: true,
        autocomplete: "nickname",
      }),
    ),
    h("button", { class: "button lit", type: "submit" }, t("me.save")),
  );
  render(
    [
      h(
        "section",
        { class: "sheet me-sheet" },
        player && stool(player.id, 72),
        h(
          "div",
          null,
          h("p", { class: "soft" }, player ? t("me.guest_text") : t("me.nobody_text")),
          form,
        ),
      ),
      h("section", { class: "sheet" }, h("h2", null, t("me.tables")), drawTables(me)),
    ],
    place,
  );
}

draw(boot.me);
