// @ts-check
/** What people do at a table besides moving: sit, stand up, seat bots, choose options, start. */
import { Refused, call, sentenceFor } from "../lib/api.js";
import { confirm } from "../lib/dialog.js";
import { note } from "../lib/noted.js";
import { toast } from "../lib/page.js";
import { randomHex } from "../lib/random.js";
import { ensureName } from "../lib/visitor.js";

export class Actions {
  /** @param {import("../table.js").Room} room */
  constructor(room) {
    this.room = room;
    this.busy = false;
    /** Choices that are sent and not yet answered. @type {any} */
    this.wanted = {};
    /** Whether I have seen another hand of this match, and may play for nobody who left. */
    this.unclean = false;
  }

  /** Take a seat with a word of one's own for the shuffle. @param {number} seat */
  async sit(seat) {
    await this.#once(() => this.#takeSeat(seat));
  }

  /** @param {number} seat */
  async #takeSeat(seat) {
    const stranger = this.room.me.player === null;
    if (!(await ensureName(this.room.t))) return;
    this.room.me = await call("GET", "/api/me");
    const clientSeed = randomHex(16);
    await this.#change("POST", `/seats/${seat}`, { who: "me", client_seed: clientSeed });
    if (this.room.state.table?.state === "open") note(this.room.id, { seat, clientSeed });
    if (stranger) this.room.comeAgain();
  }

  /** Back to the own seat that a stand-in holds. @param {number} seat */
  async comeBack(seat) {
    await this.#once(() => this.#change("POST", `/seats/${seat}`, { who: "me" }));
  }

  /** @param {number} seat */
  async seatBot(seat) {
    await this.#once(() =>
      this.#change("POST", `/seats/${seat}`, { who: "bot", level: this.room.botLevel }),
    );
  }

  async fillWithBots() {
    await this.#once(async () => {
      for (const { seat, player, bot } of this.room.state.table.seats) {
        if (player || bot) continue;
        await this.#change("POST", `/seats/${seat}`, { who: "bot", level: this.room.botLevel });
      }
    });
  }

  /** @param {number} seat */
  async free(seat) {
    await this.#once(() => this.#change("DELETE", `/seats/${seat}`));
  }

  /**
   * The form shows what was chosen until the table answers; a later choice does not wait for it.
   * @param {any} change  any of seats, options, visibility
   */
  async patch(change) {
    const wanted = { ...this.wanted, ...change };
    this.wanted = wanted;
    this.room.draw();
    try {
      await this.#change("PATCH", "", change);
    } catch (problem) {
      this.#tell(problem);
    } finally {
      if (this.wanted === wanted) this.wanted = {};
      this.room.draw();
    }
  }

  async start() {
    await this.#once(() => this.#change("POST", "/start"));
  }

  /** Any verb of the table's that needs no more words. @param {string} path */
  async order(path) {
    await this.#once(() => this.#change("POST", path));
  }

  /** Leave a running match: a bot goes on, and the way back stays open. */
  async leave() {
    const { t, state } = this.room;
    const words = { title: t("leave.title"), text: t("leave.text"), yes: t("leave.yes") };
    if (state.seat === null || !(await confirm(t, words))) return;
    await this.#once(() => this.#change("DELETE", `/seats/${state.seat}`));
  }

  /** Another match with the same people: asked for, or agreed to. */
  async playAgain() {
    await this.#once(() => this.room.rematch.join());
  }

  async declineRematch() {
    await this.#once(() => this.room.rematch.decline());
  }

  /** Free somebody's seat before the start, and keep them out. @param {number} seat */
  async bar(seat) {
    const { t } = this.room;
    const name = this.room.name(seat);
    const words = { title: t("bar.title", { name }), text: t("bar.text"), yes: t("bar.yes") };
    if (!(await confirm(t, words))) return;
    await this.#once(() => this.#change("DELETE", `/seats/${seat}`, { bar: true }));
  }

  /** Play on for somebody who left for good. @param {number} seat */
  async takeOver(seat) {
    const { t } = this.room;
    const name = this.room.name(seat);
    const words = { title: t("vacant.title", { name }), text: t("vacant.confirm"), yes: t("vacant.yes") };
    if (!(await confirm(t, words))) return;
    await this.#once(async () => {
      try {
        await this.#takeSeat(seat);
      } catch (problem) {
        if (!(problem instanceof Refused) || problem.code !== "forbidden") throw problem;
        this.unclean = true;
      }
    });
  }

  /** Whether those who watch may write. @param {boolean} open */
  async openRail(open) {
    await this.#once(() => this.#change("POST", "/rail", { open }));
  }

  /**
   * @param {"POST" | "PATCH" | "DELETE"} method
   * @param {string} path  after the table's own
   * @param {any} [body]
   */
  async #change(method, path, body) {
    this.room.learnTable(await call(method, `/api/tables/${this.room.id}${path}`, body));
  }

  /**
   * One call at a time: a double click does one thing. A refusal is told in words.
   * @param {() => Promise<void>} work
   */
  async #once(work) {
    if (this.busy) return;
    this.busy = true;
    this.room.draw();
    try {
      await work();
    } catch (problem) {
      this.#tell(problem);
    } finally {
      this.busy = false;
      this.room.draw();
    }
  }

  /** @param {unknown} problem */
  #tell(problem) {
    toast(sentenceFor(this.room.t, problem));
  }
}

/**
 * A running match with bots on all other seats; answers the address of its page.
 * @param {{game: string, seats: number, levels?: string[]}} wish  `levels`: bots that do not rest
 */
export async function playWithBots({ game, seats, levels = [] }) {
  const level = levels.includes("normal") ? "normal" : (levels[0] ?? "normal");
  const bots = Object.fromEntries(
    Array.from({ length: seats - 1 }, (_, index) => [index + 1, level]),
  );
  const table = await call("POST", "/api/tables", {
    game,
    seats,
    bots,
    seat_me: false,
    visibility: "link",
    start: true,
  });
  // The house has promised its shuffle; only now does it hear our word.
  const clientSeed = randomHex(16);
  note(table.id, { commitment: table.commitment, seat: 0, clientSeed });
  await call("POST", `/api/tables/${table.id}/seats/0`, { who: "me", client_seed: clientSeed });
  return `/t/${table.id}`;
}
