// @ts-check
/** A question in a native `<dialog>`: it keeps the focus, Escape and "back" close it. */
import { openLayer } from "./layers.js";
import { h, render } from "./h.js";

/**
 * Ask, and promise the answer; null when the person closed it.
 * @param {string | (() => string)} label  its name; a function where its words may change
 * @param {(answer: (value: any) => void, redraw: () => void) => any} draw  the dialog's content
 * @returns {Promise<any>}
 */
export function ask(label, draw) {
  return new Promise((done) => {
    const dialog = document.createElement("dialog");
    dialog.className = "sheet";
    document.body.append(dialog);
    /** @type {any} */
    let result = null;
    const layer = openLayer(() => dialog.close());
    const answer = (/** @type {any} */ value) => {
      result = value;
      dialog.close();
    };
    const redraw = () => {
      dialog.setAttribute("aria-label", typeof label === "string" ? label : label());
      render(draw(answer, redraw), dialog);
    };
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      layer.closed();
      dialog.remove();
      done(result);
    });
    redraw();
    dialog.showModal();
  });
}

/**
 * A plain yes-or-no question.
 * @param {import("./t.js").Translate} t
 * @param {{title: string, text: string, yes: string}} words
 */
export function confirm(t, { title, text, yes }) {
  return ask(title, (answer) =>
    h(
      "form",
      { method: "dialog", onsubmit: () => answer(true) },
      h("h2", null, title),
      h("p", null, text),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button lit", type: "submit" }, yes),
        h(
          "button",
          { class: "button", type: "button", onclick: () => answer(null) },
          t("dialog.cancel"),
        ),
      ),
    ),
  );
}
