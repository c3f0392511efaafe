import { violations } from './axe.ts';
import { expect, openLab, test } from './page.ts';

const words = {
  en: ['How closely to look', 'System', 'Client and server', 'System calls'],
  'zh-CN': ['看到哪一层', '整体', '客户端与服务器', '系统调用'],
} as const;

for (const lang of ['en', 'zh-CN'] as const) {
  test(`one looks closer and from farther away, by button and by key, in ${lang}`, async ({ page }) => {
    const [label, system, parts, calls] = words[lang];
    await openLab(page, `lang=${lang}&paused=1&t=2ms`);
    const choice = page.getByRole('navigation', { name: label });
    await expect(choice).toMatchAriaSnapshot(`
      - navigation "${label}":
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
    await openLab(page, `lang=${lang}&paused=1&t=2ms`);
    await expect(choice.getByRole('button', { name: system, exact: true })).toHaveAttribute('aria-current');
  });
}

test('the other connections of a pool are a button away', async ({ page }) => {
  await openLab(page, 'zoom=calls&paused=1&t=3ms');
  const side = page.locator('article[data-side=a]');
  await expect(side.getByText('Connection 1 of 8')).toBeVisible();
  await side.getByRole('button', { name: 'Next connection' }).click();
  await expect(side.getByText('Connection 2 of 8')).toBeVisible();
  await expect(side.getByRole('button', { name: 'Previous connection' })).toBeEnabled();
});

test('a cluster begins at its first batch, and says what its parts are', async ({ page }) => {
  await openLab(page, 'a=cluster-spring-mget&b=cluster-lettuce-mget&lang=en');
  await expect
    .poll(() => page.evaluate(() => globalThis.lab.player?.tracks[0]?.frame.requests.count ?? 0))
    .toBeGreaterThan(10);
  await expect(page.getByText('dots alike are parts of one batch')).toBeVisible();
  await expect(page.getByText('a pool of 8 blocking connections to each of 5 nodes')).toBeVisible();
});

test('on a projector every word of the system calls has at least 24 px, and the states have their key', async ({
  page,
}) => {
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
    const key = page.getByRole('list', { name: /^(What the threads do|线程在做什么)$/ });
    await expect(key).toBeInViewport({ ratio: 1 });
    const cut = await page.locator('#stage').evaluate((pane) => pane.scrollHeight - pane.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
  }
});

test('a side that is shown alone is written in the size that suits it, whatever the other would need', async ({
  page,
}) => {
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
});
