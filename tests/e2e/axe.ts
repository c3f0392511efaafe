/** Runs axe on a page, for all browser tests. */
import type { Page } from '@playwright/test';
import analyser, { type RunOptions } from 'axe-core';

export interface Look {
  /** A selector: only what is inside. */
  readonly within?: string;
  /** A selector: what is left out. */
  readonly except?: string;
  /** Whether colours are looked at, which takes three quarters of the time; not where the same parts are looked at in the same theme elsewhere. */
  readonly contrast?: boolean;
}

/** A page that is still being put together gets so many more looks, and so long before each, ms. */
const [LOOKS, APART_MS] = [8, 500];

/**
 * Each violation as `rule: the elements | that break it`; empty when nothing is wrong. What passes is not described. Parts that
 * are fetched when they are wanted leave gaps for a moment, which are no violations: told is what stays.
 */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  let found = await violationsNow(page, look);
  for (let looks = 0; looks < LOOKS && found.length > 0; looks++) {
    await page.waitForTimeout(APART_MS);
    found = await violationsNow(page, look);
  }
  return found;
}

async function violationsNow(page: Page, { within, except, contrast = true }: Look = {}): Promise<string[]> {
  // Half a megabyte of program takes longer to arrive than its look at a page: a document gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(analyser.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: contrast } },
  };
  return page.evaluate(
    async ([include, exclude, how]) => {
      const { violations: found } = await globalThis.axe.run(
        { include: [include ?? 'html'], exclude: exclude === undefined ? [] : [exclude] },
        how,
      );
      return found.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    },
    [within, except, options] as const,
  );
}

declare global {
  var axe: typeof import('axe-core');
}
