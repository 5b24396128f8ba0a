// @ts-check
/** "Language and look" on pages that the server draws, with words of its own. */
import { openLook } from "./lib/look_menu.js";
import { bootData } from "./lib/page.js";
import { loadT } from "./lib/t.js";

export async function openMenu() {
  const { lang, static: root } = bootData();
  await openLook(await loadT(lang, `${root}/words/menu`), null);
}
