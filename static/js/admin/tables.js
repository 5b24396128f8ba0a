// @ts-check
/** The tables of the house: looked for in a list, or one of them looked at. */
import { OneTable } from "./one_table.js";
import { STUCK, TableList } from "./table_list.js";

/** @param {import("./house.js").House} house */
export function view(house) {
  return new Tables(house);
}

class Tables {
  /** @param {import("./house.js").House} house */
  constructor(house) {
    this.house = house;
    this.list = new TableList(house);
    /** @type {OneTable | null} */
    this.one = null;
  }

  /** @param {string[]} rest */
  go([id]) {
    this.one = id === undefined || id === STUCK ? null : new OneTable(this.house, id, this.list.address);
    if (this.one) void this.one.look();
    else this.list.look(id === STUCK);
  }

  title() {
    return this.one ? this.one.title() : this.house.t("admin.way.tables");
  }

  render() {
    return this.one ? this.one.render() : this.list.render();
  }

  /** @param {string} table */
  shows(table) {
    return this.one?.id === table;
  }

  /** @param {any} message */
  hear(message) {
    if (this.one) this.one.hear(message);
    else this.list.hear(message);
  }
}
