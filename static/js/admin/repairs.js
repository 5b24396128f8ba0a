// @ts-check
/** What can be done for a table: by one click when it stands still, else for a reason of one's own. */
import { h } from "../lib/h.js";
import { sheet } from "./parts.js";
import { violationWords } from "./table_words.js";

/** @typedef {import("./one_table.js").OneTable} OneTable */
/** @typedef {{kind: "wake" | "stand_in" | "pause" | "resume", seat?: number}} Repair */

/**
 * Why nothing would move this table on, and what would, each by one click.
 * @param {OneTable} one
 */
export function drawViolation(one) {
  const { house, found } = one;
  const { t } = house;
  if (!found.violation) return null;
  const words = violationWords(t, found.violation);
  const why = t("admin.repair.found", { why: words });
  return h(
    "section",
    { class: "sheet house-sheet stuck", key: "stuck", "aria-label": t("admin.repair.stuck") },
    h("h2", null, t("admin.repair.stuck")),
    h("p", { role: "alert" }, words),
    house.may("repair_table") &&
      h(
        "div",
        { class: "row" },
        repairsFor(found).map((repair) =>
          h(
            "button",
            { key: keyOf(repair), class: "button lit", onclick: () => void repairAtOnce(one, repair, why) },
            wordsOf(one, repair),
          ),
        ),
      ),
  );
}

/**
 * @param {any} found
 * @returns {Repair[]}
 */
export function repairsFor({ table, to_act: acting }) {
  if (table.state !== "playing") return [];
  const seats = acting.filter((/** @type {number} */ seat) => !table.seats[seat]?.away && !table.seats[seat]?.bot);
  return [
    { kind: "wake" },
    ...seats.map((/** @type {number} */ seat) => ({ kind: "stand_in", seat })),
    { kind: table.paused ? "resume" : "pause" },
  ];
}

/** @param {Repair} repair */
function keyOf({ kind, seat }) {
  return seat === undefined ? kind : `${kind} ${seat}`;
}

/**
 * @param {OneTable} one
 * @param {Repair} repair
 */
function wordsOf({ house, found }, { kind, seat }) {
  const player = seat === undefined ? null : found.table.seats[seat]?.player;
  const name = player?.name ?? house.t("admin.seats.free", { number: (seat ?? 0) + 1 });
  return house.t(`admin.repair.${kind}`, { name });
}

/**
 * What was found is the reason.
 * @param {OneTable} one
 * @param {Repair} repair
 * @param {string} why
 */
async function repairAtOnce(one, repair, why) {
  const { house } = one;
  try {
    await house.call("POST", `${one.path}/repair`, { ...repair, why });
    house.tell(house.t("admin.repair.done"));
    house.forgetAlert(one.id);
  } catch (problem) {
    house.tell(problem);
  }
  await one.look();
}

/** @param {OneTable} one */
export function drawRepairs(one) {
  const { house, found } = one;
  const repairs = repairsFor(found);
  if (repairs.length === 0 || found.violation || !house.may("repair_table")) return null;
  return sheet(
    house.t("admin.repair.title"),
    h(
      "div",
      { class: "row" },
      repairs.map((repair) =>
        h(
          "button",
          { key: keyOf(repair), class: "button", onclick: () => void repairForReason(one, repair) },
          wordsOf(one, repair),
        ),
      ),
    ),
  );
}

/**
 * @param {OneTable} one
 * @param {Repair} repair
 */
async function repairForReason(one, repair) {
  const { house } = one;
  await house.deed({
    title: wordsOf(one, repair),
    text: house.t(`admin.repair.${repair.kind}.text`),
    yes: house.t(`admin.repair.${repair.kind}.yes`),
    send: () => ["POST", `${one.path}/repair`, repair],
    done: house.t("admin.repair.done"),
  });
  await one.look();
}

/**
 * What cannot be undone: an end, and a look behind the glass.
 * @param {OneTable} one
 * @param {() => void} onGlass
 */
export function drawEnds(one, onGlass) {
  const { house, found } = one;
  const { t } = house;
  const { state } = found.table;
  const playing = state === "playing";
  if (!playing && state !== "open") return null;
  const ends = house.may("end_table");
  const glass = house.may("break_glass") && playing && one.glass === null;
  if (!ends && !glass) return null;
  return sheet(
    t("admin.end.title"),
    h(
      "div",
      { class: "row" },
      ends && playing && h("button", { class: "button", onclick: () => void end(one, "as_it_stands") }, t("admin.end.as_it_stands")),
      ends && h("button", { class: "button", onclick: () => void end(one, "none") }, t("admin.end.none")),
      glass && h("button", { class: "button rust", onclick: onGlass }, t("admin.glass.break")),
    ),
  );
}

/**
 * @param {OneTable} one
 * @param {"none" | "as_it_stands"} result
 */
async function end(one, result) {
  const { house } = one;
  await house.deed({
    title: house.t(`admin.end.${result}`),
    text: house.t(`admin.end.${result}.text`),
    yes: house.t(`admin.end.${result}.yes`),
    grave: true,
    send: () => ["POST", `${one.path}/end`, { result }],
    done: house.t(`admin.end.${result}.done`),
  });
  house.forgetAlert(one.id);
  await one.look();
}
