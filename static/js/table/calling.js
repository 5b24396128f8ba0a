// @ts-check
/** How I want to be called: the switch for sounds, and the question before the browser's own. */
import { h } from "../lib/h.js";
import { askToNotify, mayAsk, mayNotify } from "../lib/notices.js";
import { toast } from "../lib/page.js";
import { soundIsOn, turnSound } from "../lib/sound.js";

const HORN = "M2 6h2.6L8.4 2.8v10.4L4.6 10H2Z";

/** @param {import("../table.js").Room} room */
export function drawSoundSwitch(room) {
  const on = soundIsOn();
  const words = room.t(on ? "sound.on" : "sound.off");
  const toggle = () => {
    turnSound(!on);
    room.draw();
  };
  return h(
    "button",
    { class: "button slight little sound", key: "sound", "aria-pressed": on, "aria-label": room.t("sound.label"), title: words, onclick: toggle },
    h(
      "svg",
      { viewBox: "0 0 16 16", width: 20, height: 20, "aria-hidden": "true" },
      h("path", { d: HORN, class: "filled" }),
      h("path", { d: on ? "M10.4 5.6a3.4 3.4 0 0 1 0 4.8M12.2 3.8a6 6 0 0 1 0 8.4" : "m10.6 6.2 3.6 3.6m0-3.6-3.6 3.6" }),
    ),
  );
}

/**
 * Only where it has a use: at a daily table, and at one that waits for people.
 * @param {import("../table.js").Room} room
 */
export function drawAskToNotify(room) {
  const { t, state } = room;
  const { table, seat } = state;
  const daily = table.pace.kind === "daily" && table.state === "playing";
  if (seat === null || !(daily || table.state === "open")) return null;
  if (mayNotify()) return h("p", { class: "small soft", key: "told" }, t("notify.granted"));
  if (!mayAsk()) return null;
  return h(
    "div",
    { class: "ask-to-notify sheet", key: "notify" },
    h("button", { class: "button little", onclick: () => ask(room) }, t(daily ? "notify.turns" : "notify.start")),
    h("p", { class: "small soft" }, t("notify.why")),
  );
}

/** @param {import("../table.js").Room} room */
async function ask(room) {
  const granted = await askToNotify();
  toast(room.t(granted ? "notify.yes" : "notify.no"));
  room.draw();
}
