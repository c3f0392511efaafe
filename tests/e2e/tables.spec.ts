/** Tables of figures: sorted by their readers, and differences that say where they come from. */
import type { Locator } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLab, test, throughputs } from './page.ts';

for (const [lang, quantity] of [
  ['en', 'Metric'],
  ['zh-CN', '指标'],
] as const)
  test(
    `figures, laws, shares of states and the ledger are sorted by value, and a third press puts them back (${lang})`,
    DEEP,
    async ({ page }) => {
      const link = `lang=${lang}&paused=1&t=3ms&run.warmupMs=1&run.measuredMs=20`;
      await openLab(page, link);
      await throughputs(page);
      await page.locator('body').hover();
      const pressThrice = async (table: Locator, at: number, texts: () => Promise<readonly string[]>) => {
        const header = table.locator('thead').getByRole('columnheader').nth(at);
        await expect(header).toHaveAttribute('aria-sort', 'none');
        await expect.poll(texts).not.toEqual([]);
        const seen = [await texts()];
        for (const order of ['ascending', 'descending', 'none']) {
          await header.getByRole('button').press('Enter');
          await expect(header).toHaveAttribute('aria-sort', order);
          seen.push(await texts());
        }
        expect(seen[3]).toEqual(seen[0]);
        return seen;
      };
      const inOrder = (
        texts: readonly string[] | undefined,
        read: (text: string) => number,
        sign: 1 | -1,
      ) => {
        const values = (texts ?? []).map(read).filter((value) => !Number.isNaN(value));
        expect(values.length).toBeGreaterThan(1);
        expect(values).toEqual([...values].sort((one, other) => sign * (one - other)));
      };
      const heads = (table: Locator) => () => table.locator('tbody th[scope=row]').allTextContents();

      // Within their groups, which stay.
      const summary = page.locator('table[data-figures]').first();
      await expect(summary.getByRole('button', { name: quantity, exact: true })).toBeVisible();
      const figures = await pressThrice(summary, 0, heads(summary));
      expect(figures[1]).not.toEqual(figures[0]);
      const speed = summary.locator('tbody').first();
      const ratios = async () => speed.locator('tr > td:last-child').allTextContents();
      const ratio = (text: string) =>
        text.startsWith('×')
          ? Number(text.slice(1).replaceAll(',', ''))
          : text.startsWith('÷')
            ? 1 / Number(text.slice(1).replaceAll(',', ''))
            : /^[+−]/.test(text)
              ? 1 + Number.parseFloat(text.replace('−', '-')) / 100
              : Number.NaN;
      const differences = await pressThrice(summary, 3, ratios);
      inOrder(differences[1], ratio, 1);
      inOrder(differences[2], ratio, -1);

      // What a single answer is worth is not told as if it were certain.
      const slowest = summary.locator('tr').filter({ hasText: /Slowest|最慢/ });
      await expect(slowest.locator('td').last()).toHaveText(/^(one request each|每侧只有一个请求)$/);
      await expect(slowest.locator('td').first()).toHaveText(/[?？]$/);

      // A phone shows both sides and what differs, without being pushed sideways.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('tab').nth(2).click();
      await expect(summary).toBeVisible();
      const beyond = await summary.evaluate(
        (table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
      );
      expect(beyond).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1440, height: 900 });

      await openLab(page, `${link}&panel=why`);
      await throughputs(page);
      // B's: one law comes near enough to A.
      const laws = page
        .locator('table[data-figures]')
        .filter({ has: page.locator('thead th:nth-child(3)'), hasNot: page.locator('thead th:nth-child(4)') })
        .last();
      const used = () => laws.locator('tbody td:nth-of-type(2)').allTextContents();
      const lawful = await pressThrice(laws, 2, used);
      inOrder(lawful[1], Number.parseFloat, 1);
      inOrder(lawful[2], Number.parseFloat, -1);

      const pair = page.locator('table[data-figures]').filter({ has: page.locator('thead th:nth-child(5)') });
      const named = await pressThrice(pair, 0, heads(pair));
      expect(named[1]).not.toEqual(named[0]);
      const apart = await pressThrice(pair, 3, heads(pair));
      expect(apart[2]).toEqual(apart[1]?.toReversed());

      await page
        .locator('summary')
        .filter({ hasText: /^(The stage in words|文字版画面)$/ })
        .click();
      const places = page
        .locator('table')
        .filter({ has: page.locator('tfoot') })
        .last();
      const counts = await pressThrice(places, 1, () =>
        places.locator('tbody td:nth-of-type(1)').allTextContents(),
      );
      inOrder(counts[2], (text) => (text === '–' ? 0 : Number(text.replaceAll(',', ''))), -1);

      await openLab(page, `${link}&panel=profile`);
      const shares = page.getByRole('tabpanel').getByRole('table').last();
      const share = await pressThrice(shares, 1, () =>
        shares.locator('tbody td:nth-of-type(1)').allTextContents(),
      );
      inOrder(share[1], (text) => (text === '–' ? 0 : Number.parseFloat(text)), 1);

      await openLab(page, `lang=${lang}&panel=request&t=20ms&paused=1&follow=b:188`);
      const ledger = page
        .getByRole('tabpanel')
        .locator('tbody tr[data-phase]')
        .locator('xpath=ancestor::table');
      const ns = (text: string) => Number(text.replace(/[^\d]/g, ''));
      const times = await pressThrice(ledger, 1, () =>
        ledger.locator('tbody td:nth-of-type(1)').allTextContents(),
      );
      inOrder(times[1], ns, 1);
      inOrder(times[2], ns, -1);
    },
  );

test(
  'a difference says on request what it is, how it is made, how certain it is, and of which runs',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&t=3ms&run.warmupMs=5&run.measuredMs=100');
    await throughputs(page);
    // Nothing of the widest row is cut.
    const isCut = (table: Element) =>
      (table.parentElement?.scrollWidth ?? 0) > (table.parentElement?.clientWidth ?? 0);
    await expect(page.getByText('needs 10,000 requests').first()).toBeAttached();
    expect(await page.locator('table[data-figures]').evaluate(isCut)).toBe(false);
    const headline = page.locator('[data-figure=throughput]');
    const note = page.getByRole('dialog', { name: 'What is Throughput · B vs. A?' });
    // Not one of the stops of keys: the name beside it is.
    const value = headline.getByTitle('What is Throughput · B vs. A?').first();
    await expect(value).toHaveAttribute('tabindex', '-1');
    await value.click();
    await expect(note).toContainText(/B − A = [+−][\d,.]+\/s ±[\d,.]+/);
    await expect(note).toContainText(/Formula: B − A = [\d,.]+\/s − [\d,.]+\/s\. Ratio: B \/ A\./);
    await expect(note).toContainText('from pairs of equally long segments of both runs');
    await expect(note).toContainText(/A: [\d,]+ requests completed .* Seed \d+, engine/);
    await expect(note).toContainText(/B: [\d,]+ requests completed .* Seed \d+, engine/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(note).toHaveCount(0);

    const row = page.getByRole('row', { name: /p99/ }).first();
    await row
      .getByTitle(/B vs. A/)
      .first()
      .click();
    const other = page.getByRole('dialog', { name: /p99.* · B vs. A/ });
    // A's callers starve: its p99 is a lower bound. Its few answers carry no ratio.
    await expect(other).toContainText(/B − A ≤ −[\d.]+\sms/);
    await expect(other).toContainText('One run per side gives no confidence interval');
    await expect(other).toContainText('Includes requests still waiting at the end of the run');
  },
);
