// @ts-check
/** How the pages look here, as somebody chose; `js/look.js` puts it in place. */
import { remember } from "./noted.js";

const KEY = "kitchen-table:look";

export const LOOKS = ["system", "light", "night", "contrast_light", "contrast_night"];

/** The look that was chosen; `system` before anybody did. */
export function chosenLook() {
  return document.documentElement.dataset.theme ?? "system";
}

/** At once, and in every tab of this browser. @param {string} look */
export function chooseLook(look) {
  remember(KEY, look);
  document.dispatchEvent(new CustomEvent("look", { detail: look }));
}
