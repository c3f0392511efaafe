/** Scripts and texts that a page has loaded; tests use them to check that an answer is not on the page. */
import type { Page } from '@playwright/test';

/**
 * From now on, notes which scripts the page asks for; calling the answer reads them from the server. Whether the browser still has
 * what it got, or its service worker gave it, makes no difference.
 */
export function scriptsOf(page: Page): () => Promise<string[]> {
  const asked = new Set<string>();
  const read = new Map<string, Promise<string>>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.add(request.url());
  });
  const text = (address: string): Promise<string> => {
    // A connection of its own: one that was kept may be closed by the server at the moment it is used again.
    const known =
      read.get(address) ??
      page.request.get(address, { headers: { connection: 'close' } }).then((response) => response.text());
    read.set(address, known);
    return known;
  };
  return () => Promise.all([...asked].map(text));
}
