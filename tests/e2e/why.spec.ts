import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLab, select, setting, test, throughputs } from './page.ts';

/** The path of a request, drawn and as lists, with the bottleneck framed. */
async function expectPath(
  page: Page,
  [title, bottleneck, pool]: readonly [title: string, bottleneck: string, pool: string],
): Promise<void> {
  const figure = page.getByRole('figure', { name: title });
  await expect(figure.locator('svg')).toContainText(pool);
  await expect(figure.locator('rect[stroke-width="3"]')).toHaveCount(2);
  await expect(figure.locator('svg')).toContainText(bottleneck);
  // The same as lists, for screen readers.
  const a = figure.getByRole('list', { name: 'A' });
  await expect(a.getByRole('listitem').nth(1)).toContainText(pool);
  await expect(a.getByRole('listitem').nth(1)).toContainText(new RegExp(`[,，、] ?${bottleneck}[,，、]`));
  await expect(figure.getByRole('list', { name: 'B' })).not.toContainText(pool);
}

test('the path of a request is drawn, with the bottleneck framed (zh-CN)', DEEP, async ({ page }) => {
  await openLab(page, 'panel=why&paused=1&lang=zh-CN&run.measuredMs=100');
  await throughputs(page);
  await expectPath(page, ['请求经过的环节', '瓶颈', '连接池 ×8']);
});

for (const [lang, first, limits, names] of [
  [
    'en',
    /^B completes .+ more requests per second than A: /,
    'Bottleneck of both sides: the main thread of Redis',
    '3 I/O threads',
  ],
  ['zh-CN', /^B 每秒完成的请求比 A 多 /, '两侧的瓶颈都是：服务端主线程', '3 个 I/O 线程'],
] as const) {
  test(`one paragraph says why B is faster (${lang})`, DEEP, async ({ page }) => {
    await openLab(page, `a=redis-one-thread&b=redis6-io-threads-4&panel=why&paused=1&lang=${lang}`);
    const paragraph = page.locator('[data-contrast]');
    await expect(paragraph).toContainText(first);
    await expect(paragraph).toContainText(limits);
    await expect(paragraph).toContainText(names);
    expect(await violations(page, { within: 'main', contrast: false })).toEqual([]);
  });
}

test('the limit of each side is named and drawn; every change is tried, and applied to B', async ({
  page,
}) => {
  await openLab(page, 'panel=why&paused=1&run.measuredMs=150');
  const [a] = await throughputs(page);
  const side = (name: string) => page.getByRole('region', { name: `${name}: Bottleneck` });
  await expect(side('A')).toContainText('Bottleneck: the pool of 8 connections, in use');
  await expect(page.getByRole('region', { name: 'A: More about the run' })).toContainText(
    'Redis is not the bottleneck',
  );
  await expect(side('A').getByRole('row', { name: /^Hold time per request/ })).toContainText('on the wire');
  await expect(side('B')).toContainText('Bottleneck: the event loop,');
  const bound = page.getByRole('row', { name: /^K\/RTT/ }).first();
  const allows = Number((await bound.getByRole('cell').first().textContent())?.replace(/[^\d.]/g, ''));
  expect(allows).toBeGreaterThanOrEqual(a);
  expect(allows).toBeLessThan(1.1 * a);
  await expectPath(page, ['Path of a request', 'Bottleneck', 'Pool ×8']);

  await page.getByRole('button', { name: 'Try every change' }).click();
  await expect(page.getByRole('button', { name: '5 more seeds' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^\d+ changes, each with 5 seeds \(1 to 5\)\.$/)).toBeVisible();
  const kind = (name: string) => page.getByRole('region', { name });
  const first = (name: string) => kind(name).locator('tbody tr').first();
  const metric = page.getByLabel('Metric', { exact: true });
  await expect(first('Changes you can make')).toContainText(
    /^A connection per caller.*\/s → .*\/s\+[\d,]+\/s ± /,
  );
  await select(metric, 'Mean response');
  await expect(first('Changes you can make')).toContainText('A connection per caller');
  // The pool's callers starve: p99 before is a lower bound, so the gain is at least that large.
  await select(metric, 'Response time, p99');
  await expect(first('Changes you can make')).toContainText(
    /^A connection per caller≥ [\d.]+\sms → [\d.]+\sms.*at least −[\d.]+\sms ± .*\(−[\d.]+% ± [\d.]+%\)/,
  );
  await expect(first('Thought experiments')).toContainText('No network delay');
  await expect(
    kind('Thought experiments').getByRole('row', { name: /^Commands take no time/ }),
  ).toContainText('unknown');

  await page.getByRole('button', { name: 'Apply to B: No network delay' }).click();
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(0);
  expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
  expect(await setting(page, 'b', 'client.connections.kind')).toBe('pooled');
});

test('a target makes p99 the metric, and says which changes meet it', DEEP, async ({ page }) => {
  const slow =
    'workload.second.share=0.01&workload.second.execUs.kind=constant&workload.second.execUs.value=20000';
  await openLab(page, `a=jedis-pool-8&panel=why&paused=1&slo=300ms&${slow}`);
  await throughputs(page);
  await page.getByRole('button', { name: 'Try every change' }).click();
  await expect(page.getByRole('button', { name: '5 more seeds' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByLabel('Metric', { exact: true })).toHaveText('Response time, p99');
  const best = page.getByRole('region', { name: 'Changes you can make' }).locator('tbody tr').first();
  await expect(best).toContainText(/−[\d.]+\sm?s ± .*\(−[\d.]+% ± [\d.]+%\)/);
  await expect(best).toContainText('meets 300');
});

test(
  'a cost whose loss makes a system slower says why, with figures of both runs',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'a=jedis-pool-250&panel=why&run.warmupMs=5&run.measuredMs=50&paused=1&lang=en');
    await throughputs(page);
    await page.getByRole('button', { name: 'Try every change' }).click();
    await expect(page.getByRole('button', { name: '5 more seeds' })).toBeVisible({ timeout: 60_000 });
    await expect(
      page.getByText(/^No network delay makes the system slower here, beyond chance\./),
    ).toHaveText(
      /the main thread of Redis: .* mostly write\(\) \([\d.]+\sµs → [\d.]+\sµs\)\. Without network delay,/,
    );
    // What is faster needs no reason.
    await expect(page.getByText(/makes the system slower here/)).toHaveCount(1);
  },
);

for (const [lang, words] of [
  [
    'en',
    {
      together: 'Together, as a waterfall',
      start: 'Build the waterfall',
      more: '5 more seeds',
      chart: 'From this run to one without these costs',
      table: 'Show as a table',
      run: 'This run',
      all: 'All changes',
      said: /^Waterfall complete: Throughput from [\d,]+\/s to [\d,]+\/s\.$/,
      interaction:
        /Alone, the changes add up to \+[\d,]+\/s; together, they give \+[\d,]+\/s\. The difference, .+ ± /,
      upTo: 'All up to: No network delay',
      apply: /^Apply to B: /,
    },
  ],
  [
    'zh-CN',
    {
      together: '逐项叠加（瀑布图）',
      start: '生成瀑布图',
      more: '再加 5 个种子',
      chart: '从本次运行到没有这些开销的运行',
      table: '以表格显示',
      run: '本次运行',
      all: '全部叠加',
      said: /^瀑布图已完成：吞吐量从 [\d,]+\/s 变为 [\d,]+\/s。$/,
      interaction: /单独的效果相加为 \+[\d,]+\/s，叠加起来为 \+[\d,]+\/s。两者之差 .+ ± /,
      upTo: '到“网络无延迟”为止的全部',
      apply: /^应用到 B: /,
    },
  ],
] as const) {
  test(
    `costs one on top of the other, by keyboard: a waterfall that adds up (${lang})`,
    DEEP,
    async ({ page }) => {
      await openLab(page, `panel=why&lang=${lang}&paused=1`);
      await throughputs(page);
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).focus();
        await page.keyboard.press('Enter');
      };
      // The choice has one place in the order of tabs; arrows go through it.
      await page.getByRole('radio', { name: words.together }).focus();
      await page.keyboard.press('Space');
      await press(words.start);
      const more = page.getByRole('button', { name: words.more });
      await expect(more).toBeVisible({ timeout: 60_000 });
      await expect(more).toBeFocused();
      await expect(page.locator('[aria-live=polite]', { hasText: words.said })).toBeAttached();

      const figure = page.getByRole('figure', { name: words.chart });
      await expect(figure).toContainText(words.interaction);
      await page.keyboard.press('Tab');
      await expect(figure.getByRole('button', { name: words.table })).toBeFocused();
      await page.keyboard.press('Enter');
      const number = (text: string | null) => Number(text?.replace('−', '-').replace(/[^\d.-]/g, ''));
      const rows = figure.getByRole('row');
      const cells = async (name: string, column: number) =>
        number(await rows.filter({ hasText: name }).getByRole('cell').nth(column).textContent());
      const start = await cells(words.run, 1);
      const end = await cells(words.all, 1);
      const differences = await figure
        .locator('tbody tr td:nth-child(4)')
        .evaluateAll((all) => all.slice(1, -1).map((cell) => cell.textContent));
      const sum = differences.reduce((total, text) => total + number(text), 0);
      // Each cell is rounded to a whole number.
      expect(Math.abs(sum - (end - start))).toBeLessThanOrEqual(differences.length);
      expect(differences.length).toBeGreaterThan(5);

      await select(page.getByRole('combobox').last(), words.upTo);
      await page.getByRole('button', { name: words.apply }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(0);
      expect(await setting(page, 'b', 'client.connections.maxTotal')).toBe(200);
      expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
    },
  );
}

test('p99 is not drawn from runs with too few answers; the other figures are', DEEP, async ({ page }) => {
  await openLab(page, 'panel=why&paused=1&run.measuredMs=60');
  await throughputs(page);
  await page.getByRole('button', { name: 'Try every change' }).click();
  await expect(page.getByRole('button', { name: '5 more seeds' })).toBeVisible({ timeout: 60_000 });
  const changes = page.getByRole('region', { name: 'Changes you can make' });
  await expect(changes).toBeVisible();
  await select(page.getByLabel('Metric', { exact: true }), 'Response time, p99');
  await expect(
    page.getByText(/^p99 is not drawn: one run has only \d+ completed requests\. At least 1,000 requests/),
  ).toBeVisible();
  await expect(changes).toBeHidden();
  // What one looks at stays while another panel is open.
  await page.getByRole('tab', { name: 'Metrics' }).click();
  await page.getByRole('tab', { name: 'Why?' }).click();
  await expect(page.getByText(/^p99 is not drawn/)).toBeVisible();
});

test('B is held against A, pair by pair, and becomes the baseline', DEEP, async ({ page }) => {
  await openLab(page, 'panel=why');
  const [a, b] = await throughputs(page);
  const section = page.getByRole('region', { name: 'B vs. A' });
  const row = section.getByRole('row', { name: /^What is Throughput/ });
  await expect(row).toContainText(`+${Math.round(b - a).toLocaleString('en')}/s ±`);
  await expect(row).toContainText('yes: ×');

  // One run has no interval for a percentile or a share of time; the same seeds on both sides have.
  const p99 = section.getByRole('row', { name: /^What is p99/ });
  const kernel = section.getByRole('row', { name: /kernel/ });
  await expect(kernel).toContainText('unknown');
  // A's callers starve: its p99 is a lower bound, which decides the comparison.
  const bounds = /≥ [\d.]+\sms.*≤ −[\d.]+\sms.*no interval: ÷\d+\+/;
  await expect(p99).toContainText(bounds);
  await section.getByRole('button', { name: 'Run both with 5 seeds' }).click();
  await expect(section.getByRole('status')).toContainText(
    'means over 5 seeds (1 to 5), the same on both sides',
    {
      timeout: 90_000,
    },
  );
  await expect(p99).toContainText(bounds);
  await expect(kernel).toContainText(/[+−][\d.]+ points ± [\d.]+ points \(n\s=\s5\)/);
  await kernel.getByTitle(/B vs. A/).click();
  await expect(page.getByRole('dialog')).toContainText(
    /the same 5 seeds, from 1 on\. The mean of B − A is [+−][\d.]+ points ± /,
  );
  await page.keyboard.press('Escape');

  await section.getByRole('button', { name: 'Make B the baseline' }).click();
  await expect.poll(() => setting(page, 'a', 'client.connections.kind')).toBe('shared');
  await expect(section.getByRole('row', { name: /^What is Throughput/ })).toContainText('no difference');
});

test(
  'the tightest law of each side is a labelled line on the chart of completions',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'panel=charts');
    await throughputs(page);
    const figure = page.getByRole('figure', { name: 'Completed requests over the measured window' });
    await expect(figure.locator('svg')).toContainText('A: K/RTT = ');
    await expect(figure.locator('svg')).toContainText('B: 1/D of the event loop = ');
    await expect(figure).toContainText('Dotted line: the tightest bound on mean throughput');
  },
);

test(
  'trying can be stopped at once, keeps what was found, and goes on from there',
  DEEP,
  async ({ page }) => {
    // Long enough runs to be stopped.
    await openLab(page, 'panel=why&paused=1&a=s0-jedis-50&b=s0-jedis-200');
    await throughputs(page);
    await page.getByRole('radio', { name: 'Together, as a waterfall' }).check();
    await page.getByRole('button', { name: 'Build the waterfall' }).click();
    const figure = page.getByRole('figure', { name: 'From this run to one without these costs' });
    await expect(figure).toBeVisible({ timeout: 100_000 });
    // Stopping waits for no run: none is counted any more but those that were about to end.
    const done = await page.evaluate(() => {
      const text = document.body.textContent ?? '';
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop')?.click();
      return Number(/(\d+) of \d+ runs\./.exec(text)?.[1]);
    });
    const stopped = page.getByText(/^Stopped after \d+ of \d+ runs\. Results so far are kept\.$/);
    await expect(stopped).toBeVisible();
    const kept = Number(/after (\d+)/.exec(await stopped.innerText())?.[1]);
    expect(done).toBeGreaterThan(0);
    expect(kept - done).toBeLessThanOrEqual(2);
    await expect(figure.locator('svg')).toContainText('So far');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(figure.locator('svg')).toContainText('All changes', { timeout: 100_000 });
  },
);

for (const [lang, together, start, more] of [
  ['en', 'Together, as a waterfall', 'Build the waterfall', '5 more seeds'],
  ['zh-CN', '逐项叠加（瀑布图）', '生成瀑布图', '再加 5 个种子'],
] as const) {
  test(`the panel has no accessibility violations (${lang})`, DEEP, async ({ page }) => {
    await openLab(page, `panel=why&lang=${lang}&paused=1&run.warmupMs=5&run.measuredMs=30`);
    await throughputs(page);
    await page.getByRole('radio', { name: together }).check();
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByRole('button', { name: more })).toBeVisible({ timeout: 40_000 });
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('radio')
      .nth((await page.getByRole('radio').count()) - 2)
      .check();
    await expect(page.getByRole('figure').locator('svg').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
