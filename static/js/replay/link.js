// @ts-check
/** The address of one position, to be copied and sent. */
import { canShare, copyFrom, share } from "../lib/clipboard.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { toast } from "../lib/page.js";
import { gameName } from "../lib/t.js";
import { queryOf } from "./address.js";

/** @param {import("../replay.js").Replay} replay */
export function shareLink({ t, id, seq, eyes, game, player }) {
  player.stop();
  const link = `${location.origin}/t/${id}/replay${queryOf(seq, eyes)}`;
  const field = () => /** @type {HTMLInputElement} */ (document.getElementById("replay-link"));
  const copy = async () => toast(t((await copyFrom(field())) ? "invite.copied" : "invite.copy_by_hand"));
  return ask(t("replay.link"), (answer) =>
    h(
      "div",
      { class: "replay-dialog" },
      h("h2", null, t("replay.link")),
      h("p", null, t("replay.link_text", { seq })),
      h("input", {
        id: "replay-link",
        readonly: true,
        value: link,
        "aria-label": t("replay.link"),
        onfocus: (/** @type {any} */ event) => event.currentTarget.select(),
      }),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button enamel", onclick: copy }, t("invite.copy")),
        canShare() &&
          h(
            "button",
            { class: "button", onclick: () => share(t("replay.title", { game: gameName(t, game) }), link) },
            t("invite.share"),
          ),
        h("button", { class: "button", onclick: () => answer(null) }, t("dialog.close")),
      ),
    ),
  );
}
