// @ts-check
/** A game's options as a form, made from its JSON Schema: no game's page knows options by name. */
import { h } from "./h.js";

const FEW = 6;

/**
 * @param {object} wiring
 * @param {string} wiring.game
 * @param {any} wiring.schema  JSON Schema of the options object
 * @param {Record<string, any>} wiring.values
 * @param {(name: string, value: any) => void} wiring.onChange
 * @param {import("./t.js").Translate} wiring.t
 */
export function optionsForm({ game, schema, values, onChange, t }) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const label = labelOf(t, `options.${game}.${name}`, property.title ?? name);
    const value = values[name] ?? property.default;
    return control({
      name: `${game}-${name}`,
      label,
      property,
      value,
      t,
      onChange: (to) => onChange(name, to),
    });
  });
}

/**
 * @param {import("./t.js").Translate} t
 * @param {string} key
 * @param {string} fallback
 */
function labelOf(t, key, fallback) {
  return t(key) === key ? fallback : t(key);
}

/** @param {{name: string, label: string, property: any, value: any, t: import("./t.js").Translate, onChange: (to: any) => void}} field */
function control({ name, label, property, value, t, onChange }) {
  if (property.type === "boolean") return toggle(label, value, onChange);
  const choices = choicesOf(property);
  if (choices !== null)
    return choose({
      name,
      label,
      choices,
      value,
      onChange,
      words: (choice) => labelOf(t, `options.value.${choice}`, String(choice)),
    });
  return numberField(label, property, value, onChange);
}

/**
 * The same options as those read them who may not choose: each with its label.
 * @param {{game: string, schema: any, values: Record<string, any>, t: import("./t.js").Translate}} what
 * @returns {[label: string, words: string][]}
 */
export function optionFacts({ game, schema, values, t }) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const value = String(values[name] ?? property.default);
    return [labelOf(t, `options.${game}.${name}`, property.title ?? name), labelOf(t, `options.value.${value}`, value)];
  });
}

/** @param {any} property */
function choicesOf(property) {
  if (Array.isArray(property.enum)) return property.enum;
  const { minimum, maximum, type } = property;
  if (type !== "integer" || minimum === undefined || maximum === undefined) return null;
  if (maximum - minimum >= FEW) return null;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/**
 * A row of radio buttons.
 * @param {{name: string, label: string, choices: any[], value: any, onChange: (to: any) => void, words?: (choice: any) => string}} field
 */
export function choose({ name, label, choices, value, onChange, words = String }) {
  return h(
    "fieldset",
    { key: name },
    h("legend", null, label),
    h(
      "div",
      { class: "choices" },
      choices.map((choice) =>
        h(
          "label",
          { key: String(choice) },
          h("input", {
            type: "radio",
            name,
            value: String(choice),
            checked: choice === value,
            onchange: () => onChange(choice),
          }),
          h("span", null, words(choice)),
        ),
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {boolean} value
 * @param {(to: boolean) => void} onChange
 */
function toggle(label, value, onChange) {
  const change = (/** @type {any} */ event) => onChange(event.currentTarget.checked);
  return h(
    "label",
    { class: "row", key: label },
    h("input", { type: "checkbox", checked: value, onchange: change }),
    label,
  );
}

/**
 * @param {string} label
 * @param {any} property
 * @param {number} value
 * @param {(to: number) => void} onChange
 */
function numberField(label, property, value, onChange) {
  const { minimum: min, maximum: max } = property;
  const change = (/** @type {any} */ event) => onChange(Number(event.currentTarget.value));
  return h(
    "label",
    { class: "field", key: label },
    h("span", null, label),
    h("input", { type: "number", min, max, value, onchange: change }),
  );
}
