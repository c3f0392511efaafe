/** Loads the fonts of the page after its first view. */

/** Delay after the start of a first visit, ms: the first picture and its motion come first. */
const AFTER_MS = 2_500;

/** Whether the files of the page come from the cache of an earlier visit. */
const isCached = (): boolean => Boolean(globalThis.navigator?.serviceWorker?.controller);

/**
 * Loads the fonts: at once where they are cached, else after the first picture. Until then, and without them,
 * the page has fonts of the system.
 */
export function loadFonts(): void {
  setTimeout(
    () => void import('./styles/fonts.css').then(loadForChinese, keepSystemFonts),
    isCached() ? 0 : AFTER_MS,
  );
}

/**
 * Chinese text uses the file that the page has anyway. Loaded when the language changes, it would come after the first layout
 * and cause a second one.
 */
function loadForChinese(): void {
  for (const face of document.fonts)
    if (face.family.includes('Page Sans Chinese')) face.load().catch(keepSystemFonts);
}

/** Without the file, on a lost connection, the page keeps the fonts of the system. */
const keepSystemFonts = (): void => undefined;
