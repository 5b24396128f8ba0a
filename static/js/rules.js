// @ts-check
/** A page of rules: its text is there already; the pieces come to it. */
import { illustrate } from "./lib/pieces.js";

const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
const rules = document.getElementById("rules");
if (rules) await illustrate(rules, boot.game.key);
