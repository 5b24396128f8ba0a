// @ts-check
/** The invitation: the link large, to copy, to share, to scan. */
import { canShare, copyFrom, share } from "../lib/clipboard.js";
import { h } from "../lib/h.js";
import { toast } from "../lib/page.js";
import { gameName } from "../lib/t.js";
import { openLinks } from "./links.js";

const COMMAND = "python3 -m app --host 0.0.0.0";
const USUAL_PORT = "8000";

/** @param {import("../table.js").Room} room */
export function drawInvite(room) {
  const { t, id, state, game, isHost } = room;
  const { play, watch } = state.table.links ?? {};
  if (!play && !watch) return isHost ? drawNoLinks(room) : null;
  return h(
    "section",
    { class: "sheet invite" },
    h("h2", null, t(play ? "invite.title" : "invite.to_watch")),
    play &&
      drawLink(room, {
        link: play,
        label: t("invite.play"),
        name: "play",
        title: t("invite.message", { game: game ? gameName(t, game) : "" }),
      }),
    play &&
      h(
        "figure",
        { class: "invite-qr" },
        h("img", {
          src: `/api/tables/${id}/qr.svg?link=play`,
          alt: t("invite.qr"),
          width: 168,
          height: 168,
        }),
        h("figcaption", { class: "small soft" }, t("invite.scan")),
      ),
    watch && drawWatchLink(room, watch),
    isHost && h("button", { class: "button slight", key: "all", onclick: () => openLinks(room) }, t("links.all")),
    isHost && isLoopback(new URL(play ?? watch).hostname) && drawLoopback(t, play ?? watch),
  );
}

/** All links are used up, over or taken back. @param {import("../table.js").Room} room */
function drawNoLinks(room) {
  const { t } = room;
  return h(
    "section",
    { class: "sheet invite" },
    h("h2", null, t("invite.title")),
    h("p", { class: "soft" }, t("links.none")),
    h("button", { class: "button", onclick: () => openLinks(room) }, t("links.all")),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {{link: string, label: string, name: string, title: string}} what
 */
function drawLink({ t }, { link, label, name, title }) {
  const field = () => /** @type {HTMLInputElement} */ (document.getElementById(`link-${name}`));
  const copy = async () =>
    toast((await copyFrom(field())) ? t("invite.copied") : t("invite.copy_by_hand"));
  return h(
    "div",
    { class: "invite-link" },
    h(
      "label",
      { class: "field" },
      h("span", null, label),
      h("input", {
        id: `link-${name}`,
        readonly: true,
        value: link,
        onfocus: (/** @type {any} */ event) => event.currentTarget.select(),
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button enamel", onclick: copy }, t("invite.copy")),
      canShare() &&
        h("button", { class: "button", onclick: () => share(title, link) }, t("invite.share")),
    ),
  );
}

/**
 * @param {import("../table.js").Room} room
 * @param {string} watch
 */
function drawWatchLink(room, watch) {
  const { t } = room;
  return h(
    "details",
    { class: "invite-watch" },
    h("summary", null, t("invite.watch_title")),
    drawLink(room, {
      link: watch,
      label: t("invite.watch"),
      name: "watch",
      title: t("invite.watch_title"),
    }),
  );
}

/**
 * Why a link does not reach where it is sent, and the way out.
 * @param {import("../lib/t.js").Translate} t
 * @param {string} link
 * @param {"invite.loopback" | "phone.loopback"} [key]
 */
export function drawLoopback(t, link, key = "invite.loopback") {
  return h(
    "div",
    { class: "note small", key },
    h("p", null, t(key)),
    h("p", null, h("code", null, commandFor(link))),
  );
}

/**
 * What opens the house to the network at the port that it has now, so that its addresses stay.
 * @param {string} link
 */
export function commandFor(link) {
  const { port } = new URL(link);
  return port === "" || port === USUAL_PORT ? COMMAND : `${COMMAND} --port ${port}`;
}

/**
 * Whether this name reaches nobody but the own machine.
 * @param {string} hostname
 */
export function isLoopback(hostname) {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
