// Walking on by itself: a button that takes one step after another until the end, until it is pressed again, or until nobody looks.

import { h } from "./dom.js";

const PLAY = "▶\uFE0E";
const PAUSE = "❚❚";

/**
 * A button that plays and pauses. `on` takes a step; where `isOver`, it begins again with `restart`.
 * @param {{isOver: () => boolean, on: () => void, restart: () => void, isLeft: () => boolean, every: number}} walk `every` in milliseconds
 */
export function autoplay({ isOver, on, restart, isLeft, every }) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const show = (/** @type {boolean} */ isPlaying) => {
    button.textContent = isPlaying ? PAUSE : PLAY;
    button.title = isPlaying ? "Pause" : "Play";
    button.setAttribute("aria-label", button.title);
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    show(false);
  };
  const tick = () => {
    if (!button.isConnected || !button.checkVisibility() || isLeft()) return stop();
    on();
    if (isOver()) stop();
  };
  const button = h("button", {
    type: "button",
    class: "autoplay",
    onclick: () => {
      if (timer !== undefined) return stop();
      if (isOver()) restart();
      else on();
      if (isOver()) return;
      show(true);
      timer = setInterval(tick, every);
    },
  });
  show(false);
  return button;
}
