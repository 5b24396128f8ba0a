// @ts-check
/** The log-in of those who keep the house. */
import { call } from "../lib/api.js";
import { startPage } from "../lib/page.js";
import { doorWords, enterHouse, saidIn } from "./entrance.js";

const { t } = await startPage();
const form = /** @type {HTMLFormElement} */ (document.getElementById("login"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));
const show = /** @type {HTMLInputElement} */ (document.getElementById("show"));

/** @param {string} name */
function field(name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** @param {SubmitEvent} event */
async function logIn(event) {
  event.preventDefault();
  button.disabled = true;
  try {
    await call("POST", "/api/admin/login", saidIn(form));
    enterHouse();
  } catch (refusal) {
    tell(doorWords(t, refusal, { sign_in: "admin.login.wrong" }));
  }
}

/** The password stays for another try; the code is used up or wrong. @param {string} words */
function tell(words) {
  button.disabled = false;
  problem.textContent = words;
  problem.hidden = false;
  field("code").value = "";
  field("code").focus();
}

form.addEventListener("submit", logIn);
show.addEventListener("change", () => {
  field("password").type = show.checked ? "text" : "password";
});
