/**
 * Loads a part of the page after the styles that it needs. What Vite has for this, whose place this takes in the built page, also knows
 * browsers without modules, scripts that are asked for in advance and nonces: 0.4 kB of a first visit.
 */

/** What is on its way or has come, by address. */
const loaded: Record<string, Promise<unknown>> = {};

function loadStyles(href: string): Promise<unknown> {
  // Those of the page itself are in its head.
  if ([...document.querySelectorAll('link')].some((link) => link.href === href)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // Whoever asks again gets another answer.
      delete loaded[href];
      link.remove();
      reject(new Error(`the styles ${href} did not load`));
    };
  });
}

/** @param styles addresses relative to `from`, which is that of the asking script */
export async function withStyles<Part>(
  load: () => Promise<Part>,
  styles: readonly string[] = [],
  from = '',
): Promise<Part> {
  await Promise.all(
    styles.map((style) => {
      const { href } = new URL(style, from);
      loaded[href] ??= loadStyles(href);
      return loaded[href];
    }),
  );
  return load();
}
