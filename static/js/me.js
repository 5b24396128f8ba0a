// @ts-check
/** My name and my tables. */
import { call, sentenceFor } from "./lib/api.js";
import { stool } from "./lib/avatar.js";
import { dateWords } from "./lib/dates.js";
import { h, render } from "./lib/h.js";
import { startPage, toast } from "./lib/page.js";
import { listWords } from "./lib/t.js";
import { drawOwnTable } from "./lobby/own.js";
import { drawMine } from "./me/mine.js";

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
    { class: "own-tables" },
    me.tables.map((/** @type {any} */ table) => drawOwnTable(t, table, t(`game.${table.game}`))),
  );
}

/** @param {any} me */
function drawHistory(me) {
  if (me.history.length === 0) return h("p", { class: "soft" }, t("me.history.none"));
  return h("ul", { class: "me-history" }, me.history.map(drawPast));
}

/** @param {any} match */
function drawPast(match) {
  const { id, game, ended_at: at, branch } = match;
  return h(
    "li",
    { key: id },
    h(
      "div",
      null,
      h("strong", null, t(`game.${game}`)),
      " · ",
      resultOf(match),
      branch && h("span", { class: "soft" }, ` · ${t("me.history.branch")}`),
      h("p", { class: "small soft" }, othersIn(match), at && ` · ${dateWords(at, { dateStyle: "medium", timeStyle: "short" })}`),
    ),
    h("a", { class: "button little", href: `/t/${id}/replay` }, t("me.history.replay")),
  );
}

/** @param {any} match */
function resultOf({ result, seat }) {
  if (result === null) return t("me.history.abandoned");
  const place = result.places[seat];
  if (place > 1) return t("me.history.place", { place, seats: result.places.length });
  return t(result.winners.length > 1 ? "me.history.shared" : "me.history.won");
}

/** Whom I played with; bots by the names that they have in a kitchen. @param {any} match */
function othersIn({ names, seat: mine }) {
  const all = names.map((/** @type {string} */ name, /** @type {number} */ seat) => name || t(`bot.name.${seat}`));
  return listWords(all.filter((/** @type {string} */ _, /** @type {number} */ seat) => seat !== mine));
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
      h("section", { class: "sheet" }, h("h2", null, t("me.history")), drawHistory(me)),
      player && drawMine(t),
    ],
    place,
  );
}

draw(boot.me);
