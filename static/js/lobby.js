// @ts-check
/** The lobby: one click into a match or to a table of one's own, and what others play, live. */
import { call, sentenceFor } from "./lib/api.js";
import { h, render } from "./lib/h.js";
import { HouseNews, tellsBan } from "./lib/house_news.js";
import { note } from "./lib/noted.js";
import { startPage, toast } from "./lib/page.js";
import { Connection, socketAddress } from "./lib/socket.js";
import { gameName } from "./lib/t.js";
import { playWithBots } from "./table/actions.js";
import { pacePicker } from "./table/pace.js";
import { drawLittleTable } from "./lobby/little.js";
import { drawOwnTable } from "./lobby/own.js";

/** @type {Map<string, any>} */
const tables = new Map();
const { t, boot } = await startPage();
/** @type {Map<string, any>} */
const games = new Map(boot.games.map((/** @type {any} */ game) => [game.key, game]));

const news = new HouseNews(t, boot.house);

/** How a table is played that is opened now. */
let pace = { kind: "relaxed" };

/** @param {string} game */
async function openTable(game) {
  const seats = games.get(game)?.seats.default;
  const table = await call("POST", "/api/tables", {
    game,
    seats,
    seat_me: false,
    visibility: "link",
    pace,
  });
  note(table.id, { commitment: table.commitment });
  return `/t/${table.id}#sit`;
}

/** @param {string} game */
function playBots(game) {
  const { seats, bots = [] } = games.get(game) ?? {};
  return playWithBots({ game, seats: seats?.default ?? 4, levels: bots });
}

/**
 * @param {string} attribute
 * @param {(game: string) => Promise<string>} go  answers the address to go to
 */
function wire(attribute, go) {
  for (const button of document.querySelectorAll(`button[${attribute}]`)) {
    const control = /** @type {HTMLButtonElement} */ (button);
    control.addEventListener("click", async () => {
      control.disabled = true;
      try {
        location.assign(await go(control.getAttribute(attribute) ?? ""));
      } catch (problem) {
        toast(sentenceFor(t, problem));
        control.disabled = false;
      }
    });
    control.disabled = false;
  }
}

/** @param {any} message */
function receive(message) {
  if (message.type === "house") return news.hear(message);
  if (tellsBan(message)) return location.reload();
  if (message.type === "lobby") {
    tables.clear();
    for (const table of message.tables) tables.set(table.id, table);
  } else if (message.type === "table") tables.set(message.table.id, message.table);
  else if (message.type === "gone") tables.delete(message.id);
  drawTables();
}

function drawTables() {
  const place = document.getElementById("tables");
  if (!place) return;
  const shown = [...tables.values()].filter(({ state }) => state === "open" || state === "playing");
  const open = shown.filter(({ state }) => state === "open");
  const playing = shown.filter(({ state }) => state === "playing");
  const empty = h("p", { class: "soft quiet", key: "empty" }, t("lobby.quiet"));
  const list = h(
    "ul",
    { class: "little-tables", key: "list" },
    [...open, ...playing].map((table) => drawLittleTable(t, table, nameOf(table.game))),
  );
  render(shown.length === 0 ? empty : list, place);
}

/** @param {string} game */
function nameOf(game) {
  return games.has(game) ? gameName(t, games.get(game)) : game;
}

function drawPace() {
  const place = document.getElementById("pace-place");
  if (place) render(pacePicker(t, (picked) => (pace = picked)), place);
}

function drawMine() {
  const place = document.getElementById("mine");
  const own = boot.me.tables;
  if (!place || own.length === 0) return;
  const links = own.map((/** @type {any} */ table) => drawOwnTable(t, table, nameOf(table.game)));
  render([h("h2", null, t("lobby.mine")), h("ul", { class: "own-tables" }, links)], place);
  place.hidden = false;
}

wire("data-play", playBots);
wire("data-open", openTable);
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // from the history's memory: buttons and tables are stale
});
new Connection({
  address: () => socketAddress("/api/lobby/live?news=1"),
  onMessage: receive,
  onStatus: (status) => document.getElementById("away")?.toggleAttribute("hidden", status !== "offline"),
}).start();
drawMine();
drawPace();
receive({ type: "lobby", tables: boot.tables });
