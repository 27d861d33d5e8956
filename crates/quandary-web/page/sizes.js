// Empty boards to begin with: the usual sizes as buttons, and any other one in numbers.

import { h, sentence } from "./dom.js";

/**
 * @param {{family: string, sizes: [string, string][], dimensions: string[]}} board what the family calls sizes and their numbers
 * @param {(size: string) => Promise<unknown>} enter begins with a size; what is wrong with it is thrown
 * @returns {HTMLElement[]}
 */
export function sizeButtons({ family, sizes, dimensions }, enter) {
  const said = h("p", { class: "soft", role: "alert" });
  const begin = (/** @type {string} */ size) => enter(size).catch((/** @type {Error} */ error) => void (said.textContent = sentence(error.message)));
  const usual = (sizes[0]?.[0] ?? "").split("x");
  const inputs = dimensions.map((name, at) => h("input", { type: "number", min: "1", step: "1", required: true, id: `size-${family}-${at}`, value: usual[at] ?? "" }));
  const form = h(
    "form",
    {
      class: "other-size",
      hidden: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const numbers = inputs.map((input) => input.value);
        void begin([numbers[0], numbers.at(-1)].join("x"));
      },
    },
    ...inputs.flatMap((input, at) => [h("label", { for: input.id }, dimensions[at] ?? ""), input]),
    h("button", { type: "submit", class: "example" }, "Begin"),
  );
  const other = h("button", { type: "button", class: "example", "data-other": family, onclick: () => ((form.hidden = false), (other.hidden = true), inputs[0]?.select()) }, "Other size …");
  const buttons = sizes.map(([size, label]) => h("button", { type: "button", class: "example", "data-blank": `${family}/${size}`, onclick: () => void begin(size) }, label));
  return [h("div", { class: "examples" }, ...buttons, other), form, said];
}
