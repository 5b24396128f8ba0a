// @ts-check
/** What every page starts with: its language, its words, its data from the server. */
import { keepForOffline } from "./service_worker.js";
import { loadT } from "./t.js";

/** The data that the server put into the page. @returns {any} */
export function bootData() {
  const text = document.getElementById("boot")?.textContent;
  return text ? JSON.parse(text) : {};
}

/** @returns {Promise<{t: import("./t.js").Translate, boot: any}>} */
export async function startPage() {
  const boot = bootData();
  keepForOffline();
  return { t: await loadT(document.documentElement.lang || "en", boot.words), boot };
}

/**
 * A passing word at the lower edge, read aloud as well.
 * @param {string} text
 */
export function toast(text) {
  const place = document.getElementById("toast");
  if (!place) return;
  place.textContent = text;
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => place.replaceChildren(), 6000));
}

/** A key in the address was turned into a grant by now: take it out, it is nobody's business. */
export function forgetKey() {
  const address = new URL(location.href);
  if (!address.searchParams.has("key")) return;
  address.searchParams.delete("key");
  history.replaceState(history.state, "", address);
}
