// Bringing a place of the board into view: the board scrolls where it is larger than its frame, the page where the place is out of sight
// or lies under an answer.

/** @typedef {import("./board.js").BoardView} BoardView */

/** Brings a place into view. @param {BoardView} view @param {number} place */
export function reveal(view, place) {
  const bounds = view.places[place]?.getBoundingClientRect();
  if (!bounds) return;
  const frame = frameOf(view);
  const out = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ least, /** @type {number} */ most) =>
    from < least ? from - least - (to - from) : to > most ? to - most + (to - from) : 0;
  view.host.scrollLeft += out(bounds.left, bounds.right, frame.left, frame.right);
  // A board that fits its frame is moved with the page.
  const canScroll = view.host.scrollHeight > view.host.clientHeight + 1;
  if (canScroll) view.host.scrollTop += out(bounds.top, bounds.bottom, frame.top, frame.bottom);
  requestAnimationFrame(() => {
    const now = view.places[place]?.getBoundingClientRect();
    if (!now) return;
    const under = now.bottom - frameOf(view).bottom;
    if (now.top < 0) scrollBy({ top: now.top - 8 });
    else if (under > 0 && cover()) scrollBy({ top: under + 8 });
  });
}

/** What of the board's frame nothing lies over. @param {BoardView} view */
function frameOf(view) {
  const { left, right, top, bottom } = view.host.getBoundingClientRect();
  const isScrolled = view.host.matches(".large, [data-zoomed]");
  const size = (/** @type {string} */ side) => {
    const band = isScrolled ? view.overlay.bands.find((one) => one.classList.contains(side))?.firstElementChild?.getBoundingClientRect() : undefined;
    return { width: band?.width ?? 0, height: band?.height ?? 0 };
  };
  return { left: left + size("beside").width, right, top: top + size("above").height, bottom: Math.min(bottom, innerHeight, cover() ?? Infinity) };
}

/** Where an answer or the buttons below begin that lie over the page, as on small screens. @returns {number | null} */
function cover() {
  const over = [...document.querySelectorAll(".answer.open, .ask.first, #verdict")].filter((part) => part.checkVisibility() && getComputedStyle(part).position === "fixed");
  return over.length > 0 ? Math.min(...over.map((part) => part.getBoundingClientRect().top)) : null;
}
