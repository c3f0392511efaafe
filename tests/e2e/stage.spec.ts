import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { DEEP, deepUnless, expect, openLab, SHORT_RUN, test } from './page.ts';

const words = {
  en: ['Detail level', 'System', 'Client and server', 'System calls'],
  'zh-CN': ['细节层次', '整体', '客户端与服务端', '系统调用'],
} as const;

for (const lang of ['en', 'zh-CN'] as const) {
  test(
    `one looks closer and from farther away, by button and by key, in ${lang}`,
    deepUnless(lang === 'en'),
    async ({ page }) => {
      const [label, system, parts, calls] = words[lang];
      await openLab(page, `${SHORT_RUN}&lang=${lang}&paused=1&t=2ms`);
      const choice = page.getByRole('toolbar', { name: label });
      await expect(choice).toMatchAriaSnapshot(`
      - toolbar "${label}":
        - button "${system}"
        - button "${parts}"
        - button "${calls}"
    `);
      await expect(choice.getByRole('button', { name: parts, exact: true })).toHaveAttribute('aria-current');
      await page.keyboard.press('z');
      await expect(page).toHaveURL(/zoom=calls/);
      const tables = page.locator('article summary');
      await expect(tables).toHaveCount(2);
      await tables.first().click();
      await expect(page.getByRole('rowheader', { name: /^Redis/ }).first()).toBeVisible();
      expect(await violations(page, { within: '#stage' })).toEqual([]);
      await page.keyboard.press('Shift+Z');
      await page.keyboard.press('Shift+Z');
      await expect(page).toHaveURL(/zoom=system/);
      await expect(choice.getByRole('button', { name: system, exact: true })).toHaveAttribute('aria-current');
      // It is remembered: a link that says nothing of it is looked at in the same way.
      await page.goto('about:blank');
      await openLab(page, `${SHORT_RUN}&lang=${lang}&paused=1&t=2ms`);
      await expect(choice.getByRole('button', { name: system, exact: true })).toHaveAttribute('aria-current');
    },
  );
}

for (const lang of ['en', 'zh-CN'] as const)
  test(`on a small screen what is followed is told whole, in ${lang}`, DEEP, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openLab(page, `lang=${lang}&zoom=calls&paused=1&t=12ms&follow=a:1000`);
    const told = page.locator('#stage header').getByText('#1000').first();
    expect(await told.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
  });

test('the other connections of a pool are a button away', DEEP, async ({ page }) => {
  await openLab(page, 'zoom=calls&paused=1&t=3ms');
  const side = page.locator('article[data-side=a]');
  await expect(side.getByText('Connection 1 of 8')).toBeVisible();
  await side.getByRole('button', { name: 'Next connection' }).click();
  await expect(side.getByText('Connection 2 of 8')).toBeVisible();
  await expect(side.getByRole('button', { name: 'Previous connection' })).toBeEnabled();
});

for (const [width, height, root] of [
  [1024, 768, '100%'],
  [1180, 820, '100%'],
  [1440, 900, '200%'],
] as const)
  test(
    `the system calls of both sides stay within their frames at ${width}×${height}, text at ${root}`,
    DEEP,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const query of ['lang=en', 'lang=zh-CN', 'lang=en&a=jedis-pool-50&follow=a:1000']) {
        await openLab(page, `zoom=calls&paused=1&t=12ms&${query}`);
        await page.locator(':root').evaluate((one, size) => one.style.setProperty('font-size', size), root);
        await expect(page.locator('article[data-side] summary')).toHaveCount(2);
        for (const side of await page.locator('article[data-side]').all())
          await expect
            .poll(() =>
              side.evaluate((one) =>
                [one, ...one.children].map((part) => part.scrollHeight - part.clientHeight),
              ),
            )
            .toEqual([0, 0, 0]);
      }
    },
  );

test('a cluster begins at its first batch, and says what its parts are', DEEP, async ({ page }) => {
  await openLab(page, 'a=cluster-spring-mget&b=cluster-lettuce-mget&lang=en');
  await expect
    .poll(() => page.evaluate(() => globalThis.lab.player?.tracks[0]?.frame.requests.count ?? 0))
    .toBeGreaterThan(10);
  await expect(page.getByText('Parts of one batch share a pattern')).toBeVisible();
  await expect(page.getByText('a pool of 8 blocking connections to each of 5 nodes')).toBeVisible();
});

test(
  'on a projector every word of the system calls has at least 24 px, and the states have their key',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openLab(page, 'present=1&zoom=calls&paused=1&t=3ms&lang=en');
    await expect(page.getByText('Connection 1 of 8')).toBeVisible();
    const sizes = await page.evaluate(async () => {
      const used = new Map<string, number>();
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (...told) {
        used.set(told[0], Number(/([\d.]+)px/.exec(this.font)?.[1]));
        fillText.apply(this, told);
      };
      while (used.size < 8) {
        globalThis.lab.player?.step(1);
        await new Promise(requestAnimationFrame);
      }
      return [...used];
    });
    expect(sizes.map(([words]) => words)).toContain('Query buffer');
    expect(sizes.filter(([, px]) => px < 24)).toEqual([]);
    // What a pattern means can be read, and nothing is cut for it.
    for (const query of ['present=1&zoom=calls', 'present=1', 'present=1&lang=zh-CN']) {
      await openLab(page, `${query}&paused=1&t=3ms`);
      const key = page.getByRole('list', { name: /^(Thread states|线程在做什么)$/ });
      await expect(key).toBeInViewport({ ratio: 1 });
      const cut = await page.locator('#stage').evaluate((pane) => pane.scrollHeight - pane.clientHeight);
      expect(cut).toBeLessThanOrEqual(0);
    }
  },
);

test(
  'a side that is shown alone is written in the size that suits it, whatever the other would need',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const sizes = async (b: string): Promise<string[]> => {
      await page.goto('about:blank');
      await openLab(page, `only=a&a=jedis-pool-8&b=${b}&present=1&paused=1&t=2ms&lang=en`);
      return page.evaluate(async () => {
        const used = new Set<string>();
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (...told) {
          used.add(/[\d.]+px/.exec(this.font)?.[0] ?? '');
          fillText.apply(this, told);
        };
        while (used.size === 0) {
          globalThis.lab.player?.step(1);
          await new Promise(requestAnimationFrame);
        }
        return [...used].sort();
      });
    };
    const own = await sizes('lettuce-shared');
    // The counts of a cluster would be cut in that size.
    expect(await sizes('cluster-3')).toEqual(own);
  },
);

test(
  'the table of threads is sorted by any of its columns, and its rows stay under the hand',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&t=12ms');
    await page.getByRole('button', { name: 'List all threads' }).click();
    const table = page.getByRole('region', { name: 'All threads' }).getByRole('table').first();
    const header = (name: string) => table.getByRole('columnheader', { name });
    const column = (at: number) => table.locator(`tbody td:nth-of-type(${at})`);
    const threads = () => table.getByRole('rowheader').allTextContents();
    await expect(table).toBeVisible();
    const asItIs = await threads();

    await header('State').getByRole('button').press('Enter');
    await expect(header('State')).toHaveAttribute('aria-sort', 'ascending');
    const states = await column(1).allTextContents();
    expect(states).toEqual([...states].sort(new Intl.Collator('en').compare));
    expect(new Set(states).size).toBeGreaterThan(1);

    // By time, not by its text: the longest first, of all threads and not only of those that were shown.
    await header('Duration').getByRole('button').press('Enter');
    await header('Duration').getByRole('button').press('Enter');
    await expect(header('Duration')).toHaveAttribute('aria-sort', 'descending');
    await expect(header('State')).toHaveAttribute('aria-sort', 'none');
    const unitNs: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };
    const times = (await column(2).allTextContents()).map((text) => {
      const [, value = '', unit = ''] = text.match(/^([\d.,]+)\s*(\S+)$/) ?? [];
      return Number(value.replaceAll(',', '')) * (unitNs[unit] ?? Number.NaN);
    });
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect((times[0] ?? 0) / (times.at(-1) ?? 1)).toBeGreaterThan(1);

    // Who has the focus on a row while it is played is not left behind.
    const row = table.getByRole('rowheader').first().getByRole('button');
    const name = (await row.textContent()) ?? '';
    await row.focus();
    await page.evaluate(() => globalThis.lab.player?.seek(14e6));
    await expect(row).toBeFocused();
    await expect(row).toHaveText(name);

    await header('Duration').getByRole('button').press('Enter');
    await expect.poll(threads).toEqual(asItIs);

    // As a file all of them are there, and the instant they are of.
    const save = async (name: string) => {
      await page.getByRole('button', { name: `Save “${name}” as a file` }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Data (CSV)' }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const csv = await save('All threads');
    expect(csv).toMatch(/^# All threads\b/);
    expect(csv).toMatch(/\r\n# http.*#\/lab\?.*t=14ms/);
    const lanes = await page.evaluate(() =>
      globalThis.lab.player?.tracks.reduce((sum, { frame }) => sum + frame.threads.count, 0),
    );
    expect(csv.split('\r\n').filter((line) => /,[AB],/.test(line) && !line.startsWith('#'))).toHaveLength(
      lanes ?? 0,
    );
    await page.getByText('The stage in words').click();
    expect(await save('Requests by place')).toMatch(/\r\nIn progress,\d+,\d+/);
  },
);
