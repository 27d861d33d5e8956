// What nobody needs before the first board is there. It is loaded then, so that the page is there sooner.

export { nextPuzzle } from "./choose.js";
export { Editor } from "./editor.js";
export { Lab } from "./lab.js";
export { moreDialog, printSheet } from "./more.js";
export { newDialog } from "./new.js";
export { Steps } from "./steps.js";
export { Training } from "./training.js";
