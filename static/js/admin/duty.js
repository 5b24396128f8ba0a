// @ts-check
/** The browsers in which staff is on duty; each can be sent home. */
import { confirm } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { agentOf } from "./agents.js";
import { ago, empty, loggedIn, mark, sheet, trouble, waiting } from "./parts.js";

const PATH = "/api/admin/sessions";

export class Duty {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    /** @type {any[] | null} */
    this.sessions = null;
    /** @type {unknown} */
    this.problem = null;
  }

  async load() {
    try {
      this.sessions = (await this.house.get(PATH)).sessions;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.house.draw();
  }

  /** @param {any} session */
  async #end(session) {
    const { house } = this;
    const { t } = house;
    const name = session.admin?.name ?? house.me.admin.name;
    const text = t(session.here ? "admin.duty.end.here" : "admin.duty.end.text", { name });
    if (!(await confirm(t, { title: t("admin.duty.end.title"), text, yes: t("admin.session.end") }))) return;
    try {
      await house.call("DELETE", `${PATH}/${encodeURIComponent(session.id)}`);
      house.tell(t("admin.session.ended"));
    } catch (problem) {
      house.tell(problem);
    }
    await this.load();
  }

  draw() {
    const { house, sessions, problem } = this;
    const { t } = house;
    return sheet(
      t("admin.duty.title"),
      problem !== null && trouble(house, problem, () => this.load()),
      sessions === null && problem === null && waiting(house),
      sessions?.length === 0 && empty(t("admin.duty.none")),
      h(
        "ul",
        { class: "items", key: "items" },
        sessions?.map((session) => this.#drawSession(session)),
      ),
    );
  }

  /** @param {any} session */
  #drawSession(session) {
    const { house } = this;
    const { t } = house;
    const { id, agent, admin, here, created_at: since, seen_at: seen } = session;
    const { browser, system } = agentOf(agent);
    const device =
      browser === "" ? t("admin.duty.unknown") : system === "" ? browser : t("admin.duty.device", { browser, system });
    return h(
      "li",
      { key: id, class: "item" },
      h(
        "div",
        null,
        h(
          "p",
          { class: "row" },
          h("strong", null, admin?.name ?? house.me.admin.name),
          h("span", { title: agent }, device),
          here && mark(t("admin.duty.here"), "good"),
        ),
        h(
          "p",
          { class: "small soft" },
          loggedIn(house, since),
          " · ",
          t("admin.duty.seen"),
          " ",
          ago(house, seen),
        ),
      ),
      h(
        "button",
        {
          class: "button little",
          onclick: () => this.#end(session),
          "aria-label": t("list.label", { name: t("admin.session.end"), value: `${admin?.name ?? ""} ${device}` }),
        },
        t("admin.session.end"),
      ),
    );
  }
}
