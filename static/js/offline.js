// @ts-check
/** The page without a network: it tries by itself, and the page that was asked for comes back. */

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 15_000;

let wait = FIRST_WAIT;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function look() {
  clearTimeout(timer);
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return location.reload();
  timer = setTimeout(look, wait);
  wait = Math.min(LONGEST_WAIT, wait * 1.5);
}

addEventListener("online", look);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void look();
});
document.getElementById("again")?.addEventListener("click", () => location.reload());
void look();
