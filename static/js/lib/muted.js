// @ts-check
/** Whom I do not want to hear: known to this browser alone, by the person's id, at every table. */
import { recall, remember } from "./noted.js";

const KEY = "kitchen-table:muted";
const KEPT = 200;

export class Muted {
  constructor() {
    /** @type {Set<string>} */
    this.ids = readIds();
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === KEY) this.ids = readIds();
    });
  }

  /** @param {string} player  the id of a person */
  has(player) {
    return this.ids.has(player);
  }

  /**
   * @param {string} player
   * @param {boolean} muted
   */
  turn(player, muted) {
    this.ids.delete(player);
    if (muted) this.ids.add(player);
    remember(KEY, JSON.stringify([...this.ids].slice(-KEPT)));
  }
}

/** @returns {Set<string>} */
function readIds() {
  try {
    const ids = JSON.parse(recall(KEY) ?? "[]");
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set(); // not ours: then nobody is muted
  }
}
