// @ts-check
/** Who keeps the house: their roles, their way in, and the browsers in which they are on duty. */
import { h } from "../lib/h.js";
import { deedButton } from "./deeds.js";
import { Duty } from "./duty.js";
import { ago, exact, mark, rows, sheet, trouble, waiting } from "./parts.js";
import * as deeds from "./staff_deeds.js";

const PATH = "/api/admin/staff";

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Staff(house);
}

class Staff {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    /** @type {any[] | null} */
    this.staff = null;
    /** @type {unknown} */
    this.problem = null;
    this.duty = new Duty(house);
  }

  go() {
    void this.load();
  }

  async load() {
    void this.duty.load();
    try {
      this.staff = (await this.house.get(PATH)).staff;
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

  render() {
    const { house, staff, problem } = this;
    const { t } = house;
    const gone = staff?.filter(({ dismissed_at: at }) => at) ?? [];
    const here = staff?.filter(({ dismissed_at: at }) => !at) ?? [];
    return [
      sheet(
        t("admin.staff.title"),
        problem !== null && trouble(house, problem, () => this.load()),
        staff === null && problem === null && waiting(house),
        staff && rows({ caption: t("admin.staff.title"), columns: this.#columns(), items: here }),
        deedButton(house, {
          deed: "hire",
          kind: "lit",
          words: t("admin.hire"),
          act: () => this.#after(deeds.hire(house)),
        }),
        gone.length > 0 && drawGone(house, gone),
      ),
      this.duty.draw(),
    ];
  }

  /** @returns {import("./parts.js").Column[]} */
  #columns() {
    const { house } = this;
    const { t } = house;
    return [
      {
        label: t("admin.staff.name"),
        main: true,
        cell: ({ id, name }) => [
          name,
          id === house.me.admin.id && h("span", { class: "soft" }, ` ${t("admin.staff.you")}`),
        ],
      },
      { label: t("admin.staff.role"), cell: ({ role }) => mark(t(`admin.role.${role}`)) },
      { label: t("admin.staff.state"), cell: (admin) => drawState(house, admin) },
      { label: t("admin.staff.since"), cell: ({ created_at: at }) => ago(house, at) },
      ...(house.may("change_staff")
        ? [{ label: t("admin.staff.deeds"), cell: (/** @type {any} */ admin) => this.#drawDeeds(admin) }]
        : []),
    ];
  }

  /** @param {any} admin */
  #drawDeeds(admin) {
    const { house } = this;
    const { t } = house;
    const button = (
      /** @type {string} */ deed,
      /** @type {string} */ words,
      /** @type {(house: any, admin: any) => Promise<any>} */ act,
    ) =>
      deedButton(house, { deed, words, act: () => this.#after(act(house, admin)), label: t("list.label", { name: words, value: admin.name }) });
    return h(
      "div",
      { class: "row" },
      button("change_staff", t("admin.staff.change"), deeds.changeRole),
      button("change_staff", t("admin.staff.link"), deeds.newLink),
      admin.id !== house.me.admin.id && button("dismiss", t("admin.staff.dismiss"), deeds.dismiss),
    );
  }
}

/**
 * @param {import("./house.js").House} house
 * @param {any} admin
 */
function drawState({ t, clock }, { ready, locked_until: until }) {
  const now = clock.now ?? Date.now();
  if (until && Date.parse(until) > now) return mark(t("admin.staff.locked", { time: exact(until) }), "bad");
  return ready ? mark(t("admin.staff.ready"), "good") : mark(t("admin.staff.invited"));
}

/**
 * @param {import("./house.js").House} house
 * @param {any[]} gone
 */
function drawGone(house, gone) {
  const { t } = house;
  return h(
    "details",
    { key: "gone" },
    h("summary", null, t("admin.staff.gone", { count: gone.length })),
    h(
      "ul",
      { class: "items" },
      gone.map(({ id, name, role, dismissed_at: at }) =>
        h(
          "li",
          { key: id, class: "item over" },
          h("span", null, name, " ", mark(t(`admin.role.${role}`))),
          h("span", { class: "small soft" }, ago(house, at)),
        ),
      ),
    ),
  );
}
