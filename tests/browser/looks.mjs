// Contrast of everything that is drawn: every text and every line of a picture against its actual background.

/** The contrast that a text needs, and the one that a line or a shape needs (WCAG 2.2, 1.4.3 and 1.4.11). */
export const NEEDED = { text: 4.5, line: 3 };

/**
 * What of some pictures is hard to see. Runs in the page.
 * @param {{pictures: string, needed: {text: number, line: number}}} ask
 * @returns {{count: number, faults: string[]}} how many parts were looked at, and what is wrong
 */
export function hardToSee({ pictures, needed }) {
  /** @typedef {[number, number, number, number]} Colour */
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  /** @type {Map<string, Colour | null>} */
  const known = new Map();
  /** Any CSS colour as numbers: a canvas understands them all. @param {string} text @returns {Colour | null} */
  const colour = (text) => {
    if (text === "none" || text === "transparent") return null;
    if (!known.has(text) && canvas) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, a === 0 ? null : [r, g, b, a / 255]);
    }
    return known.get(text) ?? null;
  };
  const over = (/** @type {Colour} */ [r, g, b, a], /** @type {Colour} */ [x, y, z]) =>
    /** @type {Colour} */ ([a * r + (1 - a) * x, a * g + (1 - a) * y, a * b + (1 - a) * z, 1]);
  const light = (/** @type {Colour} */ [r, g, b]) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (/** @type {Colour} */ a, /** @type {Colour} */ b) => {
    const [low = 0, high = 0] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };

  /** @type {string[]} */
  const faults = [];
  let count = 0;
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll(pictures))) {
    /** @type {Colour} */
    let paper = [255, 255, 255, 1];
    for (let around = svg.parentElement; around; around = around.parentElement) {
      const behind = colour(getComputedStyle(around).backgroundColor);
      if (behind?.[3] === 1) {
        paper = behind;
        break;
      }
    }
    const parts = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(":is(path, rect, circle, text):not(.away)"))].map((part) => {
      const style = getComputedStyle(part);
      let opacity = Number(style.opacity);
      for (let around = part.parentElement; around && around !== /** @type {any} */ (svg); around = around.parentElement) opacity *= Number(getComputedStyle(around).opacity);
      const faded = (/** @type {Colour | null} */ c, /** @type {string} */ by) => c && /** @type {Colour} */ ([c[0], c[1], c[2], c[3] * opacity * Number(by)]);
      return {
        part,
        box: part.getBBox(),
        name: `<${part.tagName} class="${part.getAttribute("class") ?? ""}"> in .${part.parentElement?.getAttribute("class") ?? ""} ${part.textContent ?? ""}`.trim(),
        isText: part.tagName === "text",
        fill: faded(colour(style.fill), style.fillOpacity),
        stroke: faded(style.stroke === "none" ? null : colour(style.stroke), style.strokeOpacity),
        width: parseFloat(style.strokeWidth) || 0,
      };
    });
    /** What lies at a point under the part of this number. @param {number} index @param {{x: number, y: number}} at */
    const behind = (index, at) => {
      const point = svg.createSVGPoint();
      [point.x, point.y] = [at.x, at.y];
      /** @type {Colour[]} */
      const layers = [];
      let top = null;
      for (let under = index - 1; under >= 0; under--) {
        const { part, box, isText, fill, stroke, width } = /** @type {typeof parts[number]} */ (parts[under]);
        const reach = width / 2;
        if (isText || at.x < box.x - reach || at.x > box.x + box.width + reach || at.y < box.y - reach || at.y > box.y + box.height + reach) continue;
        const shape = /** @type {SVGGeometryElement} */ (part);
        // A thin line under a text is no background; a broad one is.
        const isLine = stroke && width >= 6 && shape.isPointInStroke(point);
        const layer = isLine ? stroke : fill && shape.isPointInFill(point) ? fill : null;
        if (!layer) continue;
        top ??= shape;
        layers.push(layer);
        if (layer[3] === 1) break;
      }
      return { top, shown: layers.reduceRight((below, layer) => over(layer, below), paper) };
    };
    const complain = (/** @type {string} */ name, /** @type {number} */ found, /** @type {Colour} */ a, /** @type {Colour} */ b) => {
      const hex = (/** @type {Colour} */ c) => `#${c.slice(0, 3).map((n) => Math.round(n).toString(16).padStart(2, "0")).join("")}`;
      faults.push(`${name}: ${found.toFixed(2)}, ${hex(a)} on ${hex(b)}`);
    };
    // What a player will write into an open cell.
    const probe = document.createElementNS("http://www.w3.org/2000/svg", "text");
    probe.setAttribute("class", "found");
    for (const cell of svg.querySelectorAll(".cell.open")) {
      cell.append(probe);
      const ink = colour(getComputedStyle(probe).fill);
      probe.remove();
      const ground = /** @type {SVGGraphicsElement | null} */ (cell.querySelector("path"))?.getBBox();
      if (!ink || !ground) continue;
      count++;
      const { shown } = behind(parts.length, { x: ground.x + ground.width / 2, y: ground.y + ground.height / 2 });
      const found = contrast(ink, shown);
      if (found < needed.text) complain(`a digit in ${cell.id || "a cell"}`, found, ink, shown);
    }
    parts.forEach(({ part, box, name, isText, fill, stroke, width }, index) => {
      const has = (/** @type {string} */ names) => part.matches(names);
      if (isText) {
        if (!fill || !part.textContent?.trim()) return void faults.push(`${name}: not there`);
        count++;
        const y = box.y + box.height / 2;
        for (const x of [0.3, 0.5, 0.7].map((share) => box.x + share * box.width)) {
          const { shown } = behind(index, { x, y });
          const ink = over(fill, shown);
          const found = contrast(ink, shown);
          if (found < needed.text) return complain(name, found, ink, shown);
        }
        return;
      }
      const isDrawn = stroke && width > 0;
      if (!isDrawn && has(".wall, .cage, .border, .diagonal, .arrow > *, path.rim, .sign:not(.bare) circle, .plate, .cross")) {
        return void faults.push(`${name}: a line that is not drawn`);
      }
      if (isDrawn) {
        count++;
        const shape = /** @type {SVGGeometryElement} */ (part);
        const length = shape.getTotalLength();
        // What is broad and has a rim of its own is seen by its rim.
        if (has(".thermometer :not(.rim)")) return;
        for (let sample = 0; sample < 24; sample++) {
          const at = shape.getPointAtLength(((sample + 0.37) / 24) * length);
          const { shown, top } = behind(index, at);
          // Water hides the lines between its cells, a colour its own frame; and lines may cross lines.
          if (top?.matches(".fill, .colour > *, .plate, .key > *, [fill], .rim")) continue;
          const line = over(stroke, shown);
          const found = contrast(line, shown);
          if (found < needed.line) return complain(name, found, line, shown);
        }
      }
      // Shapes that carry a meaning: water, tiles, dots. Grounds, and what has a frame, are seen otherwise.
      if (fill && has(".fill, .dot, .thermometer circle.rim") && !part.closest(".colour")) {
        count++;
        const { shown } = behind(index, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
        const found = contrast(over(fill, shown), shown);
        if (found < needed.line) complain(name, found, fill, shown);
      }
    });
  }
  return { count, faults: [...new Set(faults)] };
}
