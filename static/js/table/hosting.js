// @ts-check
/** The host's role passes on when its holder leaves: those at the table are told. */
import { toast } from "../lib/page.js";

/**
 * @param {import("../table.js").Room} room
 * @param {any} before  the table as it was
 */
export function tellNewHost(room, before) {
  const { t, state, isHost } = room;
  const { host, seats } = state.table;
  if (!before?.host || !host || before.host === host) return;
  const holder = seats.find((/** @type {any} */ { player }) => player?.id === host);
  if (isHost) toast(t("host.you"));
  else if (holder) toast(t("host.passed", { name: room.name(holder.seat) }));
}
