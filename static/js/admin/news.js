// @ts-check
/** What everybody in the house is told: announcements, and the hour from which no table is opened. */
import { Announcements } from "./announcements.js";
import { Maintenance } from "./maintenance.js";

/** @param {import("./house.js").House} house */
export function view(house) {
  const announcements = new Announcements(house);
  const maintenance = new Maintenance(house);
  return {
    go() {
      void announcements.load();
      void maintenance.load();
    },
    render: () => [maintenance.draw(), announcements.draw()],
    stop: () => maintenance.stop(),
  };
}
