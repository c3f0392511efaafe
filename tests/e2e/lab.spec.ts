import { DEEP, expect, openLab, setting, test, throughputs, timeNs } from './page.ts';

test('plays and measures both runs, shows how they differ, and refuses what cannot be simulated', async ({
  page,
}) => {
  await test.step('one clock for both sides; a knob changes the picture at once and the figures soon', async () => {
    await openLab(page);
    const begun = await timeNs(page);
    await expect.poll(() => timeNs(page)).toBeGreaterThan(begun);
    const frames = () =>
      page.evaluate(() => {
        const { tracks, timeNs } = globalThis.lab.player ?? { tracks: [], timeNs: Number.NaN };
        return tracks.map(({ frame }) => ({ off: frame.timeNs - timeNs, count: frame.requests.count }));
      });
    // The first callers ask before the last have begun: soon all 200 are on their way, and none is ever more than that.
    await expect.poll(frames).toEqual([
      { off: 0, count: 200 },
      { off: 0, count: 200 },
    ]);
    await throughputs(page);
    const before = await timeNs(page);
    const took = await page.evaluate(async () => {
      const player = globalThis.lab.player;
      const input = document.querySelector<HTMLInputElement>('input[aria-label="Round-trip time (µs)"]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const start = performance.now();
      set?.call(input, '4000');
      input?.dispatchEvent(new Event('input', { bubbles: true }));
      while (globalThis.lab.player === player) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    });
    // How long it may take is measured by `npm run bench -- page`; here other pages run beside this one.
    test.info().annotations.push({ type: 'knob to picture', description: `${took.toFixed(0)} ms` });
    expect(await setting(page, 'a', 'network.rttUs')).toBe(4000);
    expect(await setting(page, 'b', 'network.rttUs')).toBe(4000);
    expect(await timeNs(page)).toBeGreaterThanOrEqual(before);
    const [a] = await throughputs(page);
    expect(a).toBeLessThan(2000);
    await expect(page).toHaveURL(/network\.rttUs=4000/);
  });

  // A page that is open shows its old run and figures until it has read the new link.
  await page.goto('about:blank');
  await openLab(page, 'paused=1');
  const [a, b] = await throughputs(page);
  // A pool of 8 cannot do more than 8 requests per round trip of 1 ms.
  expect(a).toBeLessThan(8000);
  expect(b).toBeGreaterThan(10 * a);
  const row = page.getByRole('row', { name: /^What is Throughput\?/ });
  await expect(row.getByRole('cell').first()).toContainText(`${Math.round(a).toLocaleString('en')}/s`);
  await expect(row).toContainText(`×${(b / a).toPrecision(3)}`);
  // Where it comes from: how many, from when to when, which run.
  await row.getByRole('button').first().click();
  const count = await page.evaluate(() => globalThis.lab.summary('a')?.responseTime.count ?? 0);
  const note = page.getByRole('dialog', { name: 'What is Throughput?' });
  await expect(note).toContainText(
    `A: ${count.toLocaleString('en')} requests completed between 50 ms and 550 ms`,
  );
  await page.keyboard.press('Escape');
  const headline = page.getByRole('region', { name: 'Key metrics' });
  await expect(headline).toContainText(`×${(b / a).toPrecision(3)}`);
  await headline.getByRole('button', { name: 'What is p99 incl. pending?' }).click();
  await expect(page.getByRole('dialog', { name: 'What is p99 incl. pending?' })).toContainText(
    `A: ${count.toLocaleString('en')} requests completed between 50 ms and 550 ms`,
  );
  await page.keyboard.press('Escape');
  // Of a choice only what matters is said: the size of the pool, not every setting it has.
  await expect(headline).toContainText('A Pooled (8) B Shared (1)');
  await expect(page.getByRole('figure', { name: 'Throughput over time' })).toContainText(
    'over the whole measured window: A ',
  );

  await test.step('what cannot be simulated stays in its input with a sentence, and the picture stays as it was', async () => {
    const input = page.getByRole('textbox', { name: 'Pool size' });
    await input.fill('0');
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveAccessibleDescription(
      /^Pool size \(client\.connections\.maxTotal\) = 0 is outside/,
    );
    await expect(input).toHaveValue('0');
    expect(await setting(page, 'a', 'client.connections.maxTotal')).toBe(8);
    await page.getByRole('button', { name: 'Use 1', exact: true }).click();
    await expect(input).toHaveValue('1');
    await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(1);
    await expect(input).toHaveAttribute('aria-invalid', 'false');

    await input.fill('many');
    await expect(input).toHaveAccessibleDescription(/must be a whole number/);
    await input.press('Escape');
    await expect(input).toHaveValue('1');
  });
});

test('a knob can be set for one side alone, and says so', DEEP, async ({ page }) => {
  await openLab(page);
  await page.getByRole('button', { name: 'Set Client cores for A and B separately' }).click();
  await page.getByRole('textbox', { name: 'Client cores, side B' }).fill('2');
  await expect.poll(() => setting(page, 'b', 'client.cores')).toBe(2);
  expect(await setting(page, 'a', 'client.cores')).toBe(8);
  await expect(page.getByTitle('Client cores: 8 in A, 2 in B')).toBeVisible();
  await page.getByRole('button', { name: 'Set Client cores for A and B together' }).click();
  await expect.poll(() => setting(page, 'b', 'client.cores')).toBe(8);
});

test(
  'a combination that cannot exist is refused with its reason, until the other half is changed too',
  DEEP,
  async ({ page }) => {
    await openLab(page);
    await page.getByText('All settings').click();
    const group = page.getByRole('group', { name: 'Client I/O B' });
    await group.locator('summary').click();
    await group.getByRole('button', { name: /^Client I\/O:/ }).click();
    await page.getByRole('menuitemradio', { name: /^Blocking/ }).click();
    await expect(group.getByText(/Blocking callers cannot share a connection/)).toBeVisible();
    expect(await setting(page, 'b', 'client.io.kind')).toBe('eventLoops');
    const pool = page.getByRole('group', { name: 'Connections B' });
    await pool.locator('summary').click();
    await pool.getByRole('button', { name: /^Connections:/ }).click();
    await page.getByRole('menuitemradio', { name: /^Pooled/ }).click();
    await expect.poll(() => setting(page, 'b', 'client.io.kind')).toBe('blocking');
    expect(await setting(page, 'b', 'client.connections.kind')).toBe('pooled');
  },
);

test('the same seed gives the same run, another seed another', DEEP, async ({ page }) => {
  await openLab(page, 'network.requestJitterUs.kind=exponential&network.requestJitterUs.mean=50');
  await throughputs(page);
  const fingerprint = () => page.evaluate(() => globalThis.lab.summary('b')?.fingerprint);
  const first = await fingerprint();
  await page.getByRole('button', { name: 'New seed' }).click();
  await expect.poll(() => setting(page, 'b', 'seed')).not.toBe(1);
  await throughputs(page);
  expect(await fingerprint()).not.toBe(first);
  await page.getByRole('textbox', { name: 'Seed' }).fill('1');
  await expect.poll(() => setting(page, 'b', 'seed')).toBe(1);
  await throughputs(page);
  expect(await fingerprint()).toBe(first);
});

for (const [lang, formula, definition] of [
  ['en', 'Formula: X = C / T', 'Completed requests per second'],
  ['zh-CN', '公式：X = C / T', '每秒模型时间完成的请求数'],
] as const)
  test(
    `a number itself says what it is, by which formula, how sure it is, and from which run (${lang})`,
    DEEP,
    async ({ page }) => {
      await openLab(page, `paused=1&lang=${lang}`);
      await throughputs(page);
      const note = page.getByRole('dialog');
      /** Whether nothing of the note is on a part of the page. */
      const leavesFree = async (selector: string) => {
        const [over, below] = [await note.boundingBox(), await page.locator(selector).first().boundingBox()];
        if (!over || !below) return false;
        const apart = (at: 'x' | 'y', length: 'width' | 'height') =>
          over[at] >= below[at] + below[length] - 1 || over[at] + over[length] <= below[at] + 1;
        return apart('x', 'width') || apart('y', 'height');
      };

      // In the headline, of side B alone, below the figures.
      const headline = page.locator('[data-figure="throughput"] dd').first().getByRole('button');
      // Both sides' and how they differ.
      await expect(headline).toHaveCount(3);
      const ofB = headline.nth(1);
      const figure = await ofB.textContent();
      await ofB.press('Enter');
      await expect(note).toContainText(formula);
      await expect(note).toContainText(definition);
      await expect(note).toContainText(new RegExp(`B ${figure} ±\\d`));
      await expect(note).not.toContainText('A: ');
      await expect(note).toContainText('30');
      await expect.poll(() => leavesFree('dl[data-figures]')).toBe(true);
      await page.keyboard.press('Escape');
      await expect(ofB).toBeFocused();

      // In the table, beside it.
      const cell = page.locator('table[data-figures] td').first().getByRole('button');
      await cell.click();
      await expect(note).toContainText(formula);
      await expect.poll(() => leavesFree('table[data-figures]')).toBe(true);
      await page.keyboard.press('Escape');

      // In the sentence that names the limit, and in the laws.
      await page.getByRole('tab').nth(1).click();
      const limit = page.locator('p[data-figures]').nth(1);
      await limit.getByRole('button').first().click();
      await expect(note).toContainText(/U = .*X · D/);
      await expect.poll(() => leavesFree('p[data-figures] >> nth=1')).toBe(true);
      await page.keyboard.press('Escape');
      await page.locator('table[data-figures]').last().locator('td').first().getByRole('button').click();
      await expect(note).toContainText('X ≤');
    },
  );
