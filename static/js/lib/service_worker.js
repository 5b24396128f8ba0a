// @ts-check
/**
 * The page for when there is no network. A browser has it in a secure context only; a home network
 * is none, and goes without. Nothing waits for it, and nobody hears of it if it cannot be had.
 */
export function keepForOffline() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
