// @ts-check
/**
 * What pages that the server draws have in common: the button for language and look, whose dialog is
 * fetched when it is pressed, and times as they are written where the visitor is at home.
 */
import { dateWords } from "./lib/dates.js";

const opener = /** @type {HTMLButtonElement | null} */ (document.querySelector("header .look-opener"));
if (opener) {
  opener.addEventListener("click", async () => (await import("./menu.js")).openMenu());
  opener.disabled = false;
}
for (const time of document.querySelectorAll("time")) {
  time.textContent = dateWords(time.dateTime, { dateStyle: "medium", timeStyle: "short" });
}
