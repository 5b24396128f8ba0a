// @ts-check
/** "Play on from here with bots": on which seat, and off to the new table. */
import { call, sentenceFor } from "../lib/api.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { note } from "../lib/noted.js";
import { toast } from "../lib/page.js";
import { randomHex } from "../lib/random.js";
import { ensureName } from "../lib/visitor.js";

/** @param {import("../replay.js").Replay} replay */
export async function playOn(replay) {
  const { t, seq, player } = replay;
  player.stop();
  const seat = await askSeat(replay);
  if (seat === null) return;
  try {
    if (!replay.me.player && !(await ensureName(t))) return;
    const clientSeed = randomHex(16);
    const wish = { seq, seat, client_seed: clientSeed };
    const table = await call("POST", `/api/tables/${replay.id}/branch`, wish);
    note(table.id, { seat, clientSeed });
    location.assign(`/t/${table.id}`);
  } catch (problem) {
    toast(sentenceFor(t, problem));
  }
}

/**
 * @param {import("../replay.js").Replay} replay
 * @returns {Promise<number | null>}
 */
function askSeat(replay) {
  const { t, seq, table } = replay;
  const likely = seatToOffer(replay);
  return ask(t("replay.play_on"), (answer) =>
    h(
      "form",
      {
        method: "dialog",
        class: "replay-dialog",
        onsubmit: (/** @type {any} */ event) => answer(Number(new FormData(event.currentTarget).get("seat"))),
      },
      h("h2", null, t("replay.play_on")),
      h("p", null, t("replay.play_on_text", { seq })),
      h(
        "label",
        { class: "field" },
        h("span", null, t("replay.play_on_seat")),
        h(
          "select",
          { name: "seat" },
          table.seats.map((/** @type {any} */ { seat }) =>
            h("option", { key: seat, value: String(seat), selected: seat === likely }, replay.name(seat)),
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button lit", type: "submit" }, t("replay.play_on_yes")),
        h("button", { class: "button", type: "button", onclick: () => answer(null) }, t("dialog.cancel")),
      ),
    ),
  );
}

/**
 * The seat whose eyes one looks through, else the own one, else the first.
 * @param {import("../replay.js").Replay} replay
 */
function seatToOffer({ eyes, table, me }) {
  if (typeof eyes === "number") return eyes;
  const own = table.seats.find((/** @type {any} */ { player }) => player && player.id === me.player?.id);
  return own?.seat ?? 0;
}
