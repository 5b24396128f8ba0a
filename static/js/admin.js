// @ts-check
/** The house's own page: wires the words, the house and its root element. */
import { House } from "./admin/house.js";
import { startPage } from "./lib/page.js";

const { t } = await startPage();
const root = document.getElementById("house");
if (root) await new House(t, root).start();
