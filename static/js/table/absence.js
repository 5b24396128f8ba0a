// @ts-check
/** What people can do about somebody who is not there, and the way back for who was not. */
import { h } from "../lib/h.js";
import { sentenceFor } from "../lib/api.js";
import { toast } from "../lib/page.js";
import { listWords } from "../lib/t.js";
import { span } from "./clock.js";
import { isCovered, isTimed, owes } from "./turns.js";

/** After so many seconds without a connection a stand-in may be called, where no clock runs. */
export const STAND_IN_AFTER = 180;
/** Before that many seconds nobody makes a fuss of a lost connection. */
const NOTICED_AFTER = 20;
/** People may think for so long before somebody can knock, and before the next knock. */
const KNOCK_AFTER = 10;

/**
 * The seats at which my knock would be heard now.
 * @param {import("../table.js").Room} room
 */
function knockable({ state, time }) {
  const { table, seat: mine } = state;
  if (mine === null || table.seats[mine].away || time.quietFor < KNOCK_AFTER) return [];
  return table.seats
    .filter((/** @type {any} */ { seat, connected }) => seat !== mine && connected && owes(table, seat))
    .map((/** @type {any} */ { seat }) => seat);
}

/**
 * The seats at a table without a clock whose players are waited for and have been away for a while.
 * @param {import("../table.js").Room} room
 * @returns {Array<{seat: number, gone: number}>}
 */
function absentees({ state, time }) {
  const { table, seat: mine } = state;
  if (table?.state !== "playing" || isTimed(table) || mine === null) return [];
  return table.seats
    .map((/** @type {any} */ { seat, absent_since: since }) => ({ seat, gone: since ? time.clock.since(since) : 0 }))
    .filter((/** @type {any} */ { seat, gone }) => seat !== mine && gone >= NOTICED_AFTER && owes(table, seat));
}

/**
 * What can be done now and could not a moment ago: when this changes, the room is drawn again.
 * @param {import("../table.js").Room} room
 */
export function absenceSteps(room) {
  if (!room.state.table) return "";
  const slips = absentees(room).map(({ seat, gone }) => `${seat}:${gone >= STAND_IN_AFTER || Math.floor(gone / 5)}`);
  const rest = room.state.table.paused ? Math.floor(room.time.clock.since(room.state.table.paused.since) / 30) : "";
  return `${knockable(room)} ${slips} ${rest}`;
}

/**
 * A bell at the stool of who is waited for.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function drawKnock(room, seat) {
  if (!knockable(room).includes(seat)) return null;
  const words = room.t("nudge.button", { name: room.name(seat) });
  return h(
    "button",
    { class: "knock", key: "knock", "aria-label": words, title: words, onclick: () => void knock(room, [seat]) },
    bell(),
  );
}

/**
 * On a phone, where a bell would lie over what its neighbours have: one beside the sentence, with
 * its word, for all who are waited for, unless I am myself.
 * @param {import("../table.js").Room} room
 */
export function drawKnocker(room) {
  const seats = room.hints.possible ? [] : knockable(room);
  if (seats.length === 0) return null;
  const words = room.t("nudge.button", { name: namesOf(room, seats) });
  return h(
    "button",
    { class: "button little knocker", key: "knock", "aria-label": words, title: words, onclick: () => void knock(room, seats) },
    bell(),
    h("span", { "aria-hidden": "true" }, room.t("nudge.short")),
  );
}

function bell() {
  return h(
    "svg",
    { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    h("path", { d: "M8 1.6a4 4 0 0 0-4 4c0 3.4-1.6 4.4-1.6 5.6h11.2c0-1.2-1.6-2.2-1.6-5.6a4 4 0 0 0-4-4Z" }),
    h("path", { d: "M6.4 12.8a1.7 1.7 0 0 0 3.2 0Z" }),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {number[]} seats
 */
function namesOf(room, seats) {
  return listWords(seats.map((seat) => room.name(seat)));
}

/**
 * @param {import("../table.js").Room} room
 * @param {number[]} seats
 */
async function knock(room, seats) {
  const { t, time, connection } = room;
  time.quietSince = time.clock.now ?? Infinity;
  room.draw();
  const answers = await Promise.all(seats.map((seat) => connection.send({ type: "nudge", seat })));
  const { error } = answers.find(({ type }) => type === "error") ?? {};
  if (error) toast(sentenceFor(t, Object.assign(new Error(error.message), error)));
  else toast(t("nudge.done", { name: namesOf(room, seats) }));
}

/**
 * In the corner of a seat where its clock would be: a bot moves for its player.
 * @param {import("../table.js").Room} room
 * @param {number} seat
 */
export function drawStandIn({ t, state }, seat) {
  const { away } = state.table.seats[seat];
  const covered = isCovered(state, seat);
  if (!away && !covered) return null;
  const words = t(covered ? "seat.covered" : "seat.stand_in");
  return h("span", { class: "clock stands-in", key: "stands-in", title: words, role: "img", "aria-label": words }, t("seat.bot"));
}

/**
 * A slip of paper for each seat that is waited for and whose player is away.
 * @param {import("../table.js").Room} room
 */
export function drawAbsent(room) {
  return absentees(room).map(({ seat, gone }) => drawAbsentee(room, seat, gone));
}

/**
 * @param {import("../table.js").Room} room
 * @param {number} seat
 * @param {number} gone  for how many seconds
 */
function drawAbsentee(room, seat, gone) {
  const { t, actions } = room;
  const name = room.name(seat);
  const left = STAND_IN_AFTER - gone;
  return h(
    "section",
    { class: "slip", key: `absent-${seat}`, "aria-label": t("absent.title", { name }) },
    h(
      "p",
      null,
      `${t("absent.since", { name, time: span(t, gone) })} `,
      left > 0 && h("span", { class: "small soft" }, t("absent.wait", { time: span(t, left) })),
    ),
    left > 0 && h("progress", { max: STAND_IN_AFTER, value: Math.floor(gone), "aria-label": t("absent.title", { name }) }),
    left <= 0 &&
      h(
        "button",
        { class: "button lit little", disabled: actions.busy, onclick: () => actions.order(`/seats/${seat}/stand_in`) },
        t("absent.stand_in", { name }),
      ),
  );
}

/**
 * For who has a stand-in: one button brings you back, at any step.
 * @param {import("../table.js").Room} room
 */
export function drawWayBack({ t, state, me, actions }) {
  if (state.table.state !== "playing") return null;
  const mine = state.table.seats.find(
    (/** @type {any} */ { player, away, given_up: gone }) =>
      (away || gone) && player && player.id === me.player?.id,
  );
  if (!mine) return null;
  return h(
    "section",
    { class: "slip way-back", key: "way-back", "aria-label": t("back.title") },
    h("p", null, t(mine.given_up ? "back.left" : "back.away")),
    h(
      "button",
      { class: "button lit big", disabled: actions.busy, onclick: () => actions.comeBack(mine.seat) },
      t("back.button"),
    ),
  );
}
