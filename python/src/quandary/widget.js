// The board in a notebook. It shows what Python sends and sends back what the player does: which touches and moves are
// allowed, and what they change, the engine decides.

const SVG_IDS = /^q\d+-/;

/** An element with properties and children. */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function render({ model, el }) {
  const board = make("div", { className: "qw-board", tabIndex: 0, role: "application" });
  board.setAttribute("aria-label", model.get("title"));
  const pad = make("div", { className: "qw-pad" });
  const message = make("p", { className: "qw-message" });
  message.setAttribute("aria-live", "polite");
  const slider = make("input", { type: "range", min: 0, max: 0, value: 0 });
  slider.setAttribute("aria-label", "Step of the explanation");
  const stepText = make("p", { className: "qw-step" });
  const ask = (kind, label) => make("button", { type: "button", textContent: label, onclick: () => send({ kind }) });
  const buttons = make("div", { className: "qw-buttons" }, ask("hint", "Hint"), ask("undo", "Undo"), ask("restart", "Restart"), ask("explain", "Explain"));
  const explanation = make("div", { className: "qw-explanation" }, slider, stepText);
  el.replaceChildren(make("div", { className: "qw" }, board, pad, buttons, message, explanation));

  let selected = -1;
  let brush = 0;

  const setup = () => model.get("setup");
  const send = (content) => model.send(content);
  const touch = (content) => send({ kind: "touch", touch: content });

  /** The number of the place at an element of the picture. */
  function placeAt(target) {
    for (let node = target; node && node !== board; node = node.parentNode) {
      const cell = (node.id ?? "").replace(SVG_IDS, "");
      const place = cell ? setup().places.findIndex((cells) => cells.includes(cell)) : -1;
      if (place >= 0) return place;
    }
    return -1;
  }

  /** Draws one frame around cells of the picture. */
  function outline(cells, name) {
    const groups = [...board.querySelectorAll("[id]")].filter((element) => cells.includes(element.id.replace(SVG_IDS, "")));
    if (groups.length === 0) return;
    const boxes = groups.map((group) => group.getBBox());
    const [left, top] = ["x", "y"].map((side) => Math.min(...boxes.map((box) => box[side])));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const shape = { x: left + 1.5, y: top + 1.5, width: right - left - 3, height: bottom - top - 3, rx: 3, class: name };
    for (const [key, value] of Object.entries(shape)) frame.setAttribute(key, value);
    groups[0].ownerSVGElement.append(frame);
  }

  function show() {
    const step = Number(slider.value);
    const steps = model.get("steps");
    explanation.hidden = steps.length === 0;
    slider.max = steps.length;
    const shown = step > 0 ? steps[step - 1] : undefined;
    board.innerHTML = shown?.svg ?? model.get("picture");
    stepText.textContent = shown ? `Step ${shown.number} of ${steps.length}: ${shown.text}` : "Your board. Move the slider to see the steps.";
    message.textContent = model.get("message");
    pad.hidden = buttons.hidden = message.hidden = step > 0;
    if (step > 0) return;
    for (const cell of model.get("broken")) outline([cell], "qw-broken");
    if (selected < 0) return;
    outline(setup().places[selected] ?? [], "qw-selected");
    for (const [from, to] of model.get("legal")) if (from === selected) outline(setup().places[to], "qw-target");
  }

  function showPad() {
    const { kind } = setup();
    const question = model.get("question");
    const press = (label, onclick, isOn = false) => {
      const button = make("button", { type: "button", textContent: label, onclick });
      button.setAttribute("aria-pressed", String(isOn));
      return button;
    };
    if (question.pieces) {
      const answers = question.pieces.map((piece) => press(piece, () => touch({ name: { place: question.place, piece } })));
      pad.replaceChildren(make("span", { textContent: question.text }), ...answers);
    } else if (kind === "digits") {
      const symbols = setup().symbols.map((symbol) => press(symbol, () => write(symbol)));
      pad.replaceChildren(...symbols, press("Clear", () => write("")));
    } else if (kind === "paint") {
      pad.replaceChildren(...setup().brushes.map(({ label }, index) => press(label, () => { brush = index; showPad(); }, index === brush)));
    } else {
      pad.replaceChildren();
    }
  }

  function write(value) {
    if (selected >= 0) touch({ write: { place: selected, value } });
  }

  /** A place was touched; `other` is the second button of the mouse. */
  function act(place, other) {
    const { kind, brushes } = setup();
    if (kind === "paint") {
      const { symbol } = brushes[other ? brushes.length - 1 : brush];
      selected = place;
      write(model.get("values")[place] === symbol ? "" : symbol);
    } else if (kind === "move" && selected >= 0) {
      const from = selected;
      selected = -1;
      if (from !== place) touch({ move: { from, to: place } });
    } else {
      selected = place;
    }
    show();
  }

  board.addEventListener("pointerdown", (event) => {
    const place = Number(slider.value) > 0 ? -1 : placeAt(event.target);
    if (place < 0) return;
    event.preventDefault();
    board.focus({ preventScroll: true });
    act(place, event.button === 2);
  });
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("keydown", (event) => {
    const { kind, columns, places, symbols } = setup();
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (Number(slider.value) > 0 || event.ctrlKey || event.metaKey) return;
    if (step !== undefined && kind !== "move") {
      selected = selected < 0 ? 0 : Math.min(Math.max(selected + step, 0), places.length - 1);
      show();
    } else if (kind === "digits" && symbols.includes(event.key.toUpperCase())) {
      write(event.key.toUpperCase());
    } else if (kind === "digits" && ["Backspace", "Delete", "0"].includes(event.key)) {
      write("");
    } else if (kind === "paint" && [" ", "Enter"].includes(event.key) && selected >= 0) {
      act(selected, false);
    } else if (kind === "move" && Number(event.key) >= 1 && Number(event.key) <= places.length) {
      act(Number(event.key) - 1, false);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  slider.addEventListener("input", show);
  const changed = () => {
    slider.max = model.get("steps").length;
    showPad();
    show();
  };
  for (const name of ["picture", "steps", "message", "broken", "question"]) model.on(`change:${name}`, changed);
  changed();
  return () => model.off(null, changed);
}

export default { render };
