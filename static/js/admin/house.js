// @ts-check
/**
 * The dashboard: who is on duty, which view is open, and the live wire. It draws the shell; what
 * lies inside is drawn by a view, one file each, fetched when it is first opened.
 *
 * A view is a file `admin/<name>.js` whose name is in `VIEWS` and that exports
 *
 *     export function view(house) -> View
 *
 *     View.go(rest)      it is shown, or the address changed within it: of `#players/abc`, `rest` is
 *                        ["abc"]. Starts fetching; never waits. Parts are decoded.
 *     View.render()      a vnode or a list of them (lib/h.js). Pure: draws what is known by now.
 *     View.title()       optional: the heading, when it is not the word of the navigation.
 *     View.hear(message) optional: a message of the live wire (`now`, `minute`, `alert`).
 *     View.shows(table)  optional: whether it shows that table itself, and so all that is wrong there.
 *     View.stop()        optional: another view is shown now.
 *
 * What a view may use of the house:
 *
 *     house.t            words; of the views' own: keys `admin.<view>.…`
 *     house.me           {admin: {id, name, role}, may: [...], proved, session}
 *     house.may(deed)    whether a control of that deed is shown at all
 *     house.get(path)    promise of the answer of `GET`; throws `Refused`
 *     house.call(method, path, body)   the same for any method; asks for password and code and
 *                        repeats when the server wants them; throws `Unproved` when that was declined
 *     house.deed({...})  asks for a reason and does it: see `reason.js`; null when it was not done
 *     house.tell(text or problem)      a passing word, also of a refusal
 *     house.draw()       draw again with the next picture
 *     house.go(...parts) opens `#view/part/part`
 *     house.now          the last `now` of the wire or null; house.status of the wire
 *     house.clock        the server's clock: `ago(house, at)` of parts.js reads it
 *
 * Inputs keep what was typed through a redraw as long as no `value` is passed to them.
 * Rows, paging, fields, marks, times and empty states are in `parts.js`, lists that come in pages in
 * `listing.js`. Style sheets: `admin.css` has the pieces, `admin_now.css`, `admin_tables.css` and
 * `admin_people.css` (all other views) what is theirs alone.
 */
import { call as callServer } from "../lib/api.js";
import { Drawing } from "../lib/drawing.js";
import { render } from "../lib/h.js";
import { settled } from "../lib/layers.js";
import { toast } from "../lib/page.js";
import { Connection, socketAddress } from "../lib/socket.js";
import { ServerClock } from "../table/clock.js";
import { prove, Unproved } from "./proof.js";
import { askAndDo } from "./reason.js";
import { refusalWords } from "./refusal.js";
import { drawShell } from "./shell.js";

export const VIEWS = ["now", "tables", "players", "reports", "games", "news", "staff", "audit"];
const LOGIN = "/admin/login";
const ALERTS_KEPT = 5;

/**
 * @typedef {object} View
 * @property {(rest: string[]) => void} go
 * @property {() => any} render
 * @property {() => string} [title]
 * @property {(message: any) => void} [hear]
 * @property {(table: string) => boolean} [shows]
 * @property {() => void} [stop]
 */

export class House {
  /**
   * @param {import("../lib/t.js").Translate} t
   * @param {HTMLElement} root
   */
  constructor(t, root) {
    this.t = t;
    this.root = root;
    /** @type {any} */
    this.me = null;
    /** @type {any} */
    this.now = null;
    /** Tables that stand still, the newest first. @type {Array<{table: string, title?: string | null, why: string}>} */
    this.alerts = [];
    /** @type {import("../lib/socket.js").Status} */
    this.status = "connecting";
    this.clock = new ServerClock();
    this.name = "now";
    /** @type {View | null} */
    this.view = null;
    this.missing = false;
    this.drawing = new Drawing(() => render(drawShell(this), this.root));
    this.wire = new Connection({
      address: () => socketAddress("/api/admin/live"),
      onMessage: (message) => this.#hear(message),
      onStatus: (status) => this.#changeStatus(status),
    });
  }

  async start() {
    this.me = await this.#whoAmI();
    globalThis.addEventListener("hashchange", () => this.#open());
    this.wire.start();
    await this.#open();
  }

  draw() {
    this.drawing.soon();
  }

  /** Whether somebody in my role may do this at all. @param {string} deed */
  may(deed) {
    return this.me.may.includes(deed);
  }

  /** @param {string} path */
  get(path) {
    return this.call("GET", path);
  }

  /**
   * @param {"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} method
   * @param {string} path
   * @param {any} [body]
   * @returns {Promise<any>}
   */
  async call(method, path, body) {
    try {
      return await callServer(method, path, body);
    } catch (problem) {
      const { code, detail } = /** @type {any} */ (problem);
      if (code === "sign_in") this.#goToTheDoor();
      if (!detail?.prove) throw problem;
      this.me = await prove(this);
      return callServer(method, path, body);
    }
  }

  /**
   * Ask why, and do it; the answer of the server, or null when it was not done.
   * @param {import("./reason.js").Deed} deed
   * @returns {Promise<any>}
   */
  deed(deed) {
    return askAndDo(this, deed);
  }

  /** @param {unknown} what  a text, or what was thrown */
  tell(what) {
    if (what instanceof Unproved) return;
    toast(typeof what === "string" ? what : refusalWords(this.t, what));
  }

  /** @param {string[]} parts  the view's name, then what it is opened at */
  async go(...parts) {
    await settled();
    location.hash = parts.map(encodeURIComponent).join("/");
  }

  async logOut() {
    try {
      await this.call("POST", "/api/admin/logout");
      this.#goToTheDoor();
    } catch (problem) {
      this.tell(problem);
    }
  }

  /** Somebody has seen it. @param {string} table */
  forgetAlert(table) {
    this.alerts = this.alerts.filter((alert) => alert.table !== table);
    this.draw();
  }

  async #whoAmI() {
    try {
      return await this.call("GET", "/api/admin/me");
    } catch (problem) {
      this.tell(problem);
      throw problem;
    }
  }

  #goToTheDoor() {
    this.wire.stop();
    location.assign(LOGIN);
  }

  async #open() {
    const [name = "", ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
    const wanted = VIEWS.includes(name) ? name : "now";
    const first = this.view === null;
    const changed = wanted !== this.name;
    if (changed || first) await this.#change(wanted);
    if (wanted !== this.name) return;
    this.view?.go(rest.filter(Boolean));
    this.draw();
    if (!first) requestAnimationFrame(() => this.#begin(changed));
  }

  /** @param {string} name */
  async #change(name) {
    this.view?.stop?.();
    this.name = name;
    this.view = null;
    this.missing = false;
    this.draw();
    const file = await import(`./${name}.js`).catch(() => null);
    if (this.name !== name) return;
    this.missing = file === null;
    this.view = file?.view(this) ?? null;
  }

  /** What is new is read from its heading on, unless the focus is still where it was. @param {boolean} changed */
  #begin(changed) {
    const nowhere = document.activeElement === document.body;
    if (changed || nowhere) document.getElementById("view-title")?.focus();
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "now") this.#learn(message);
    if (message.type === "alert") this.#alert(message);
    this.view?.hear?.(message);
  }

  /** @param {any} now */
  #learn(now) {
    this.now = now;
    this.clock.learn(now.at, true);
  }

  /** @param {{table: string, title?: string | null, why: string}} alert */
  #alert(alert) {
    const others = this.alerts.filter(({ table }) => table !== alert.table);
    this.alerts = [alert, ...others].slice(0, ALERTS_KEPT);
    this.draw();
  }

  /** @param {import("../lib/socket.js").Status} status */
  #changeStatus(status) {
    this.status = status;
    if (status === "ended") void this.call("GET", "/api/admin/me").catch(() => null);
    this.draw();
  }
}
