// @ts-check
/** Cautions on the pages that hear nothing over a socket. */
import { Cautions } from "./lib/cautions.js";
import { startPage } from "./lib/page.js";

const { t, boot } = await startPage();
new Cautions(t, boot.house.cautions);
