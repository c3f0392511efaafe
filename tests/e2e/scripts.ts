/** Scripts and texts that a page has loaded; tests use them to check that an answer is not on the page. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { at } from '../../.ci/paths.mjs';

/**
 * From now on, notes which scripts the page asks for; calling the answer reads them from the built files that the server gives out.
 * Whether the browser still has what it got, or its service worker gave it, makes no difference.
 */
export function scriptsOf(page: Page): () => Promise<string[]> {
  const asked = new Set<string>();
  const read = new Map<string, Promise<string>>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.add(pathname);
  });
  const text = (path: string): Promise<string> => {
    const known = read.get(path) ?? readFile(at('dist', path), 'utf8');
    read.set(path, known);
    return known;
  };
  return () => Promise.all([...asked].map(text));
}
