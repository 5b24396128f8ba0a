// @ts-check
/** The bar of pages that the server draws: its button for language and look, fetched when pressed. */

const opener = /** @type {HTMLButtonElement | null} */ (document.querySelector("header .look-opener"));
if (opener) {
  opener.addEventListener("click", async () => (await import("./menu.js")).openMenu());
  opener.disabled = false;
}
