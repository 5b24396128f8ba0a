// @ts-check
/** The table's page, before, during and after the match: wires socket, store, stage and drawing. */
import { Drawing } from "./lib/drawing.js";
import { FocusKeeper } from "./lib/focus.js";
import { HouseNews, tellsBan } from "./lib/house_news.js";
import { openLayer } from "./lib/layers.js";
import { note } from "./lib/noted.js";
import { forgetKey, startPage } from "./lib/page.js";
import { Stage } from "./lib/scenes.js";
import { Connection, socketAddress } from "./lib/socket.js";
import { EMPTY, fold } from "./lib/store.js";
import { Actions } from "./table/actions.js";
import { liesOver, onMoved } from "./table/aside.js";
import { loadBoard } from "./table/board.js";
import { boardContext, nameOf } from "./table/context.js";
import { Hints } from "./table/hints.js";
import { tellNewHost } from "./table/hosting.js";
import { onKey } from "./table/keys.js";
import { Picture } from "./table/picture.js";
import { Rematch } from "./table/rematch.js";
import { openRules } from "./table/rules.js";
import { Series } from "./table/series.js";
import { Talk } from "./table/talk.js";
import { Time } from "./table/time.js";
import { Voice } from "./table/voice.js";
import { Wishes } from "./table/wishes.js";

export class Room {
  /**
   * @param {import("./lib/t.js").Translate} t
   * @param {any} boot  me, the game and the table, as the server put them into the page
   * @param {HTMLElement} root
   */
  constructor(t, boot, root) {
    this.t = t;
    this.root = root;
    this.id = boot.table.id;
    this.game = boot.game;
    this.me = boot.me;
    this.news = new HouseNews(t, boot.house);
    this.state = fold({ ...EMPTY, seat: seatIn(boot) }, { type: "table", table: boot.table });
    /** @type {import("./lib/socket.js").Status} */
    this.status = "connecting";
    /** @type {{code: string, message: string, detail?: any} | null} */
    this.turnedAway = null;
    /** @type {string | null} */
    this.endedWhy = null;
    /** @type {any} the module `games/<key>.js`, once it is here */
    this.board = null;
    /** What the board remembers while the page lives. */
    this.ui = {};
    this.panel = { tab: "log", open: false, chatSeen: /** @type {number | null} */ (null) };
    this.resultHidden = false;
    /** What is known was told to a stranger: no base to go on from. */
    this.afresh = false;
    this.botLevel = "normal";
    /** @type {Map<number, string>} what people at the seats just said */
    this.bubbles = new Map();
    /** What the board shows, or begins to: the stage may be ahead of it. @type {import("./lib/scenes.js").Shown | null} */
    this.onBoard = null;
    this.drawing = new Drawing(...new Picture(this).steps);
    this.focus = new FocusKeeper(".board button:enabled, .take-back");
    this.actions = new Actions(this);
    this.wishes = new Wishes(this);
    this.talk = new Talk(this);
    this.hints = new Hints(this);
    /** The paragraph that the rules are opened for. @type {string | null} */
    this.rulesAnchor = null;
    this.rematch = new Rematch(this);
    this.series = new Series(this);
    this.time = new Time(this);
    this.voice = new Voice(this);
    this.stage = new Stage({
      scenes: (view, events, previous) => this.#scenes(view, events, previous),
      onChange: () => this.draw(),
    });
    this.connection = new Connection({
      address: () => this.#address(),
      onMessage: (message) => this.#receive(message),
      onStatus: (status, reason) => this.#changeStatus(status, reason),
    });
  }

  async start() {
    note(this.id, { commitment: this.state.table.commitment });
    this.connection.start();
    this.time.ticker.start();
    this.board = await loadBoard(this.game.key);
    this.focus.moves = this.board.moves ?? null;
    document.addEventListener("keydown", (event) => onKey(this, event));
    onMoved(() => this.draw());
    this.draw();
    this.#sitIfAsked();
  }

  /** What I sent and whose outcome I have not yet seen. */
  get pending() {
    return this.wishes.pending;
  }

  get isHost() {
    const { table } = this.state;
    return table !== null && this.me.player !== null && table.host === this.me.player.id;
  }

  draw() {
    this.drawing.soon();
  }

  /** Come again as whom the cookie says now. */
  comeAgain() {
    this.afresh = true;
    this.connection.restart();
  }

  /** @param {string} tab */
  openPanel(tab) {
    if (!this.panel.open && liesOver()) {
      this.layer = openLayer(() => this.closePanel());
      this.panel.open = true;
    }
    this.panel.tab = tab;
    if (tab === "chat") this.panel.chatSeen = this.state.chat.length;
    this.draw();
  }

  closePanel() {
    this.panel.open = false;
    this.layer?.closed();
    this.layer = undefined;
    this.draw();
  }

  /** @param {string | undefined} anchor  of a heading on the rules page */
  openRules(anchor) {
    openRules(this, anchor);
  }

  /** @param {any} table  as a call answered it */
  learnTable(table) {
    this.#receive({ type: "table", seq: table.seq, table });
  }

  #address() {
    const { seq, view, chat } = this.state;
    const query = new URLSearchParams({ news: "1" });
    if (view !== null && seq !== null && !this.afresh) query.set("seq", String(seq));
    const last = chat.at(-1);
    if (last) query.set("chat", last.id);
    return socketAddress(`/api/tables/${this.id}/live?${query}`);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "house") return this.news.hear(message);
    if (tellsBan(message)) return location.reload();
    const before = this.state;
    this.state = fold(before, message);
    this.time.hear(message, before);
    this.voice.hear(before, this.state);
    if (message.type === "error" && message.ref === null) this.turnedAway = message.error;
    if (this.state === before) return this.draw();
    this.#lookAround(before.table);
    if (message.type === "state") this.#startAfresh();
    else if (message.type === "move") this.#showMove(message);
    else if (message.type === "chat") this.talk.hear(message);
    this.wishes.forgetAnswered();
    this.draw();
  }

  /** What hangs on the table's news. @param {any} before  the table as it was */
  #lookAround(before) {
    tellNewHost(this, before);
    this.rematch.look();
    void this.series.look();
  }

  #startAfresh() {
    this.afresh = false;
    if (this.panel.chatSeen === null) this.panel.chatSeen = this.state.chat.length;
    this.wishes.startAfresh();
    this.stage.reset({ view: this.state.view, events: [], seq: this.state.seq });
  }

  /** @param {any} message */
  #showMove(message) {
    this.stage.push({ view: this.state.view, events: message.events, seq: message.seq });
  }

  /** "Open a table" leads here with `#sit`: the maker takes the first seat, after the promise is shown. */
  #sitIfAsked() {
    if (location.hash !== "#sit") return;
    history.replaceState(history.state, "", location.pathname + location.search);
    this.actions.sit(0);
  }

  /**
   * @param {any} view
   * @param {any[]} events
   * @param {any} previous
   */
  #scenes(view, events, previous) {
    if (!this.board?.scenes || document.hidden) return [{ view, ms: 0 }];
    return this.board.scenes(view, events, previous);
  }

  /**
   * @param {import("./lib/socket.js").Status} status
   * @param {string | null} reason
   */
  #changeStatus(status, reason) {
    if (status === "live") this.turnedAway = null;
    this.status = status;
    this.endedWhy = reason;
    this.draw();
  }

  /** @returns {any} */
  context() {
    return boardContext(this);
  }

  /** @param {number} seat */
  name(seat) {
    return nameOf(this.t, this.state.table, seat);
  }
}

/** Where I sit, as far as the page knows. @param {any} boot */
function seatIn({ me, table }) {
  const place = table.seats.find((/** @type {any} */ { player }) => player && player.id === me.player?.id);
  return place?.seat ?? null;
}

forgetKey();
const { t, boot } = await startPage();
const root = document.getElementById("room");
if (root) await new Room(t, boot, root).start();
