// @ts-check
/** Whom and which networks the house keeps out or keeps quiet, until when, by whom and why. */
import { h } from "../lib/h.js";
import { deedButton, endWords } from "./deeds.js";
import { holds } from "./ends.js";
import { ago, empty, mark, trouble, waiting } from "./parts.js";
import { banNetwork, lift } from "./person_deeds.js";

const PATH = "/api/admin/bans";

export class Bans {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    /** @type {any[] | null} */
    this.bans = null;
    /** @type {unknown} */
    this.problem = null;
  }

  async load() {
    try {
      this.bans = (await this.house.get(PATH)).bans;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.house.draw();
  }

  /** @param {Promise<any>} deed */
  async #after(deed) {
    if ((await deed) !== null) await this.load();
  }

  draw() {
    const { house, bans, problem } = this;
    const { t } = house;
    if (problem !== null) return trouble(house, problem, () => this.load());
    if (bans === null) return waiting(house);
    const liftOne = (/** @type {any} */ ban) => this.#after(lift(house, ban));
    return [
      h("p", { class: "soft", key: "text" }, t("admin.bans.text")),
      deedButton(house, { deed: "ban", words: t("admin.bans.add"), act: () => this.#after(banNetwork(house)) }),
      bans.length === 0
        ? empty(t("admin.bans.none"))
        : h(
            "ul",
            { class: "items sheet", key: "bans" },
            bans.map((ban) => drawBan(house, ban, liftOne)),
          ),
    ];
  }
}

/**
 * @param {import("./house.js").House} house
 * @param {any} ban
 * @param {(ban: any) => unknown} onLift
 */
export function drawBan(house, ban, onLift) {
  const { t } = house;
  const now = house.clock.now ?? Date.now();
  const holding = holds(ban, now);
  const who = ban.network ?? ban.player?.name;
  const label = who && t("list.label", { name: t("admin.lift"), value: who });
  return h(
    "li",
    { key: ban.id, class: holding ? "item" : "item over" },
    h(
      "div",
      null,
      h(
        "p",
        { class: "row" },
        mark(t(`admin.bans.kind.${ban.kind}`), holding ? "bad" : ""),
        whoOf(ban),
        h("span", { class: "small soft" }, holding ? endWords(t, ban.until) : t("admin.bans.over")),
      ),
      h("p", null, ban.why),
      h("p", { class: "small soft" }, ban.admin.name, " · ", ago(house, ban.at)),
    ),
    holding && deedButton(house, { deed: "lift_ban", words: t("admin.lift"), label, act: () => onLift(ban) }),
  );
}

/** @param {any} ban */
function whoOf({ network, player }) {
  if (network) return h("code", null, network);
  return player && h("a", { href: `#players/${encodeURIComponent(player.id)}` }, player.name);
}
