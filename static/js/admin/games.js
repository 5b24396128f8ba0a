// @ts-check
/** The games of the house: offered or resting, which bots sit down, and what their tests say. */
import { h } from "../lib/h.js";
import { gameName } from "../lib/t.js";
import { drawCertificate } from "./certificate.js";
import { deedButton, drawWill } from "./deeds.js";
import { empty, facts, mark, trouble, waiting } from "./parts.js";

const PATH = "/api/admin/games";
/** How often a certificate that is being made is looked at. */
const LOOK_AFTER = 1500;

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Games(house);
}

class Games {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    /** @type {any[] | null} */
    this.games = null;
    /** @type {unknown} */
    this.problem = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.open = false;
  }

  /** Whether some game is being tested: one at a time. */
  get busy() {
    return this.games?.some(({ certifying }) => certifying) ?? false;
  }

  go() {
    this.open = true;
    void this.load();
  }

  stop() {
    this.open = false;
    clearTimeout(this.timer);
  }

  async load() {
    clearTimeout(this.timer);
    try {
      this.games = (await this.house.get(PATH)).games;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.house.draw();
    if (this.open && this.busy && this.problem === null) this.timer = setTimeout(() => this.load(), LOOK_AFTER);
  }

  render() {
    const { house, games, problem } = this;
    return [
      problem !== null && trouble(house, problem, () => this.load()),
      games === null && problem === null && waiting(house),
      games?.length === 0 && empty(house.t("admin.games.none")),
      h(
        "div",
        { class: "games", key: "games" },
        games?.map((game) => this.#drawGame(game)),
      ),
    ];
  }

  /** @param {any} game */
  #drawGame(game) {
    const { house } = this;
    const { t } = house;
    const { key, version, resting, tables_running: running } = game;
    const name = gameName(t, game);
    const turn = t(resting ? "admin.games.offer" : "admin.games.rest");
    return h(
      "section",
      {
        class: resting ? "sheet house-sheet game resting" : "sheet house-sheet game",
        key,
        "aria-labelledby": `game-${key}`,
      },
      h(
        "header",
        { class: "game-head" },
        h(
          "div",
          { class: "row" },
          h("h2", { id: `game-${key}` }, name),
          mark(t(resting ? "admin.games.resting" : "admin.games.offered"), resting ? "bad" : "good"),
        ),
        deedButton(house, {
          deed: "switch_game",
          words: turn,
          act: () => this.#turn(game),
          label: t("list.label", { name: turn, value: name }),
        }),
      ),
      facts([
        [t("admin.games.version"), version],
        [t("admin.games.running"), running],
      ]),
      this.#drawLevels(game),
      drawCertificate(house, game, { busy: this.busy, certify: () => this.#certify(game) }),
    );
  }

  /** @param {any} game */
  #drawLevels(game) {
    const { house } = this;
    const { t } = house;
    const levels = Object.entries(game.levels);
    if (levels.length === 0) return null;
    const turn = (/** @type {unknown} */ awake) => t(awake ? "admin.games.level.rest" : "admin.games.level.wake");
    return h(
      "fieldset",
      { class: "levels", key: "levels" },
      h("legend", null, t("admin.games.levels")),
      levels.map(([level, awake]) =>
        h(
          "div",
          { class: "level", key: level },
          mark(t(`level.${level}`), awake ? "good" : ""),
          h("span", { class: "small soft" }, t(awake ? "admin.games.level.on" : "admin.games.level.off")),
          deedButton(house, {
            deed: "switch_game",
            words: turn(awake),
            act: () => this.#turnLevel(game, level),
            label: t("list.label", { name: turn(awake), value: `${t(`level.${level}`)}, ${gameName(t, game)}` }),
          }),
        ),
      ),
    );
  }

  /** @param {any} game */
  #turn(game) {
    const { t } = this.house;
    const { resting, tables_running: count } = game;
    const name = gameName(t, game);
    const will = resting
      ? [t("admin.games.will.offer", { name })]
      : [t("admin.games.will.rest", { name }), ...(count > 0 ? [t("admin.games.will.running", { count })] : [])];
    return this.#change(game, {
      title: t(resting ? "admin.games.offer.title" : "admin.games.rest.title", { name }),
      yes: t(resting ? "admin.games.offer" : "admin.games.rest"),
      will,
      body: { resting: !resting },
    });
  }

  /**
   * @param {any} game
   * @param {string} level
   */
  #turnLevel(game, level) {
    const { t } = this.house;
    const awake = game.levels[level];
    const words = { name: gameName(t, game), level: t(`level.${level}`) };
    return this.#change(game, {
      title: t(awake ? "admin.games.level.rest.title" : "admin.games.level.wake.title", words),
      yes: t(awake ? "admin.games.level.rest" : "admin.games.level.wake"),
      will: [t(awake ? "admin.games.will.level_rest" : "admin.games.will.level_wake", words)],
      body: { levels: { [level]: !awake } },
    });
  }

  /**
   * @param {any} game
   * @param {{title: string, yes: string, will: string[], body: any}} change
   */
  async #change(game, { title, yes, will, body }) {
    const { t } = this.house;
    const done = await this.house.deed({
      title,
      yes,
      done: t("admin.games.done"),
      fields: () => drawWill(t, will),
      send: () => ["PATCH", `${PATH}/${encodeURIComponent(game.key)}`, body],
    });
    if (done !== null) await this.load();
  }

  /** @param {any} game */
  async #certify(game) {
    try {
      await this.house.call("POST", `${PATH}/${encodeURIComponent(game.key)}/certify`, {});
    } catch (problem) {
      this.house.tell(problem);
    }
    await this.load();
  }
}
