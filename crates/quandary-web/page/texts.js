// A puzzle as text, in every notation that can hold it: to be copied, or saved as a file.

import { fill, h, save, toast } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */

/**
 * The choice of a notation, with what can be done with the text in it. The texts may come later.
 * @param {App} app @param {string} id of the choice
 * @param {(text: string) => void} show shows the text where it cannot be copied
 * @param {(text: string) => void} [chosen] is told when another one is chosen
 */
export function textField(app, id, show, chosen) {
  const pick = h("select", { id, disabled: true });
  const about = h("p", { class: "soft about" });
  /** @type {Record<string, string>} */
  let texts = {};
  let family = "";
  const text = () => texts[pick.value] ?? "";
  const notations = () => /** @type {{name: string, summary: string}[]} */ (app.families.find((one) => one.name === family)?.notations ?? []);
  const explain = () => (about.textContent = notations().find(({ name }) => name === pick.value)?.summary ?? "");
  const copy = h("button", { type: "button", id: `${id}-copy`, disabled: true, onclick: () => void navigator.clipboard.writeText(text()).then(() => toast("Copied."), () => show(text())) }, "Copy");
  const store = h("button", { type: "button", id: `${id}-save`, disabled: true, onclick: () => save(new Blob([`${text()}\n`], { type: "text/plain" }), `${family}.${pick.value}.txt`) }, "Save");
  return {
    parts: [h("div", { class: "field" }, h("label", { for: id }, "As text"), pick, h("span", { class: "pair" }, copy, store)), about],
    text,
    /** @param {string} of the family @param {Record<string, string>} all the texts by their notations */
    offer(of, all) {
      [family, texts] = [of, all];
      // The most usual notation comes first, as in the family's own list.
      const order = notations().map(({ name }) => name);
      fill(pick, ...Object.keys(texts).sort((a, b) => order.indexOf(a) - order.indexOf(b)).map((name) => h("option", { value: name }, name)));
      for (const part of [pick, copy, store]) part.disabled = false;
      pick.onchange = () => (explain(), chosen?.(text()));
      explain();
    },
  };
}
