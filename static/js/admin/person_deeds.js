// @ts-check
/** What can be done about a person or an address: each told in advance, each with a reason. */
import { drawWill, EndChoice, textField } from "./deeds.js";
import { NETWORK_ENDS, PERSON_ENDS } from "./ends.js";
import { reachOf } from "./networks.js";

const LONGEST_NAME = 24;
const LONGEST_NETWORK = 49;

/** @typedef {import("./house.js").House} House */
/** @typedef {import("./person.js").Person} Person */

/** @param {Person} person */
export function rename({ house, path, name }) {
  const { t } = house;
  return house.deed({
    title: t("admin.rename.title", { name }),
    text: t("admin.rename.text"),
    yes: t("admin.rename"),
    done: t("admin.rename.done"),
    fields: () => textField({ label: t("admin.players.name"), name: "name", value: name, max: LONGEST_NAME }),
    send: (_, form) => ["PATCH", path, { name: String(form.get("name")).trim() }],
  });
}

/** @param {Person} person */
export function mute(person) {
  const { house, path, name } = person;
  const { t } = house;
  const end = new EndChoice(t, PERSON_ENDS, "day");
  return house.deed({
    title: t("admin.mute.title", { name }),
    yes: t("admin.mute"),
    done: t("admin.mute.done"),
    fields: (redraw) => [
      end.draw(redraw),
      drawWill(t, [
        t("admin.mute.will", { name, end: end.words }),
        t("admin.mute.will.play"),
        t("admin.mute.will.reason"),
      ]),
    ],
    send: () => ["POST", `${path}/mute`, { until: end.until }],
  });
}

/** @param {Person} person */
export function ban({ house, path, name, file }) {
  const { t } = house;
  const end = new EndChoice(t, PERSON_ENDS, "week");
  const playing = file.tables.filter((/** @type {any} */ { state }) => state === "playing").length;
  const will = () =>
    [
      t("admin.ban.will", { name, end: end.words }),
      t("admin.ban.will.sockets"),
      playing > 0 ? t("admin.ban.will.tables", { count: playing }) : null,
      t("admin.ban.will.reason"),
      t("admin.ban.will.lift"),
    ].filter((line) => line !== null);
  return house.deed({
    title: t("admin.ban.title", { name }),
    yes: t("admin.ban"),
    done: t("admin.ban.done", { name }),
    grave: true,
    fields: (redraw) => [end.draw(redraw), drawWill(t, will())],
    send: () => ["POST", `${path}/ban`, { until: end.until }],
  });
}

/**
 * @param {House} house
 * @param {string} [known]  an address that somebody came from
 */
export function banNetwork(house, known = "") {
  const { t } = house;
  const end = new EndChoice(t, NETWORK_ENDS, "day");
  let network = known;
  const will = () => [t("admin.network.will", { end: end.words }), t("admin.network.will.others")];
  const reach = () => t(reachOf(network).key, reachOf(network).parameters);
  return house.deed({
    title: t("admin.network.title"),
    yes: t("admin.ban"),
    done: t("admin.network.done"),
    grave: true,
    fields: (redraw) => [
      textField({
        label: t("admin.network.label"),
        name: "network",
        value: known,
        max: LONGEST_NETWORK,
        hint: "203.0.113.0/24",
        note: reach(),
        onInput: (text) => {
          network = text;
          redraw();
        },
      }),
      end.draw(redraw),
      reachOf(network).ok && drawWill(t, will()),
    ],
    send: () => ["POST", "/api/admin/bans", { network: network.trim(), until: end.until }],
  });
}

/**
 * @param {House} house
 * @param {any} ban
 */
export function lift(house, ban) {
  const { t } = house;
  const who = ban.network ?? ban.player?.name ?? "";
  return house.deed({
    title: t(ban.kind === "mute" ? "admin.lift.title.mute" : "admin.lift.title.ban"),
    text: t(ban.kind === "mute" ? "admin.lift.text.mute" : "admin.lift.text.ban", { who: who || t("admin.lift.they") }),
    yes: t("admin.lift"),
    done: t("admin.lift.done"),
    send: () => ["DELETE", `/api/admin/bans/${encodeURIComponent(ban.id)}`, {}],
  });
}

/**
 * @param {Person} person
 * @param {any} session
 */
export function endSession({ house, path, name, file }, session) {
  const { t } = house;
  const last = file.sessions.length === 1 && file.player.kind === "guest";
  return house.deed({
    title: t("admin.session.end.title"),
    text: t(last ? "admin.session.end.last" : "admin.session.end.text", { name }),
    yes: t("admin.session.end"),
    done: t("admin.session.ended"),
    grave: last,
    send: () => ["DELETE", `${path}/sessions/${encodeURIComponent(session.id)}`, {}],
  });
}
