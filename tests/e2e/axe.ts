/** What axe finds wrong on a page: one way to ask for all browser tests. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Each violation as `rule: the elements | that break it`; empty when nothing is wrong. `within` and `except` are
 * selectors that narrow what is looked at. All rules of axe are applied; what passes is not described, since writing
 * that down takes longer than the looking on pages of thousands of elements.
 */
export async function violations(
  page: Page,
  { within, except }: { within?: string; except?: string } = {},
): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  if (within) builder.include(within);
  if (except) builder.exclude(except);
  const { violations: found } = await builder.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
