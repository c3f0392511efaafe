/** What axe finds wrong on a page: one way to ask for all browser tests. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Each violation as `rule: the elements | that break it`; empty when nothing is wrong. `within` and `except` are
 * selectors that narrow what is looked at. What passes is not described. `contrast: false` leaves out the colours, which
 * take three quarters of the time, where the same parts are looked at in the same theme elsewhere. Our pages have no
 * frames of other origins, so axe can finish where it began; otherwise it opens a page of its own for every look.
 */
export async function violations(
  page: Page,
  { within, except, contrast = true }: { within?: string; except?: string; contrast?: boolean } = {},
): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: contrast } },
  });
  if (within) builder.include(within);
  if (except) builder.exclude(except);
  const { violations: found } = await builder.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
