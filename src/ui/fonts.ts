/** Loads the fonts of the page, after what the reader came for. */

/** Delay after the start, ms: the first picture and its motion come first. */
const AFTER_MS = 2_500;

/** Loads the fonts once the page has been idle; until then, and without them, it has fonts of the system. */
export function loadFonts(): void {
  setTimeout(() => void import('./styles/fonts.css'), AFTER_MS);
}
