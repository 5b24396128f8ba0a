// @ts-check
/** Two people are one: search the other, see what will become of both, then say why. */
import { stool } from "../lib/avatar.js";
import { ask } from "../lib/dialog.js";
import { h } from "../lib/h.js";
import { drawWill } from "./deeds.js";
import { Listing } from "./listing.js";
import { obstacleOf, previewOf } from "./merging.js";
import { ago, empty, search, trouble } from "./parts.js";

/** @typedef {import("./person.js").Person} Person */

/**
 * From the file of the one whose name goes to the file of the one who stays.
 * @param {Person} person
 */
export async function openMerge(person) {
  const { house } = person;
  const other = await chooseOther(person);
  if (other === null) return;
  try {
    const into = await house.get(`/api/admin/players/${encodeURIComponent(other)}`);
    if ((await confirmMerge(person, into)) !== null) await house.go("players", other);
  } catch (problem) {
    house.tell(problem);
  }
}

/**
 * The id of the one who stays; null when nobody was chosen.
 * @param {Person} person
 * @returns {Promise<string | null>}
 */
function chooseOther({ house, id, name }) {
  const { t } = house;
  let redraw = () => {};
  const within = /** @type {any} */ ({ get: house.get.bind(house), draw: () => redraw() });
  const listing = new Listing(within, "/api/admin/players", "players");
  return ask(t("admin.merge.title", { name }), (answer, again) => {
    redraw = again;
    if (listing.asked === 0) queueMicrotask(() => listing.ask({ q: name }));
    const others = (listing.items ?? []).filter((player) => player.id !== id);
    return h(
      "div",
      { class: "merge" },
      h("h2", null, t("admin.merge.title", { name })),
      h("p", { class: "soft" }, t("admin.merge.who")),
      search({ label: t("admin.players.search"), value: name, onSearch: (q) => listing.ask({ q }) }),
      listing.problem !== null && trouble(house, listing.problem, () => listing.ask()),
      listing.items && others.length === 0 && empty(t("admin.merge.nobody")),
      h(
        "ul",
        { class: "items", key: "others" },
        others.map((player) => drawChoice(house, player, answer)),
      ),
      h("button", { class: "button", onclick: () => answer(null) }, t("dialog.cancel")),
    );
  });
}

/**
 * @param {import("./house.js").House} house
 * @param {any} player
 * @param {(id: string) => void} answer
 */
function drawChoice(house, player, answer) {
  const { t } = house;
  return h(
    "li",
    { key: player.id, class: "item" },
    h(
      "span",
      { class: "person-link" },
      stool(player.id, 28),
      h(
        "span",
        null,
        player.name,
        " ",
        h("span", { class: "small soft" }, t(`admin.players.kind.${player.kind}`), " · ", ago(house, player.last_seen)),
      ),
    ),
    h(
      "button",
      {
        class: "button little",
        onclick: () => answer(player.id),
        "aria-label": t("admin.merge.choose.label", { name: player.name }),
      },
      t("admin.merge.choose"),
    ),
  );
}

/**
 * @param {Person} person
 * @param {any} into  the file of the one who stays
 */
function confirmMerge({ house, path, file }, into) {
  const { t } = house;
  const names = { from: file.player.name, into: into.player.name };
  const obstacle = obstacleOf(file, into);
  if (obstacle !== null) return tellObstacle(house, obstacle, names);
  const lines = previewOf(file, into, Date.now()).map(({ key, parameters }) => t(key, parameters));
  return house.deed({
    title: t("admin.merge.sure", names),
    yes: t("admin.merge.yes"),
    done: t("admin.merge.done", names),
    grave: true,
    fields: () => [drawPair(file.player, into.player), drawWill(t, lines)],
    send: () => ["POST", `${path}/merge`, { into: into.player.id }],
  });
}

/**
 * @param {any} from
 * @param {any} into
 */
function drawPair(from, into) {
  const one = (/** @type {any} */ { id, name }) => h("figure", null, stool(id, 52), h("figcaption", null, name));
  return h(
    "div",
    { class: "pair", key: "pair" },
    one(from),
    h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
    one(into),
  );
}

/**
 * @param {import("./house.js").House} house
 * @param {string} obstacle
 * @param {{from: string, into: string}} names
 * @returns {Promise<null>}
 */
async function tellObstacle({ t }, obstacle, names) {
  await ask(t("admin.merge.cannot"), (answer) =>
    h(
      "div",
      { class: "deed" },
      h("h2", null, t("admin.merge.cannot")),
      h("p", null, t(`admin.merge.cannot.${obstacle}`, names)),
      h("button", { class: "button lit", onclick: () => answer(null) }, t("dialog.close")),
    ),
  );
  return null;
}
