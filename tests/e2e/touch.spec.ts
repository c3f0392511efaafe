/** Tests touch: large targets, and no page wider than a small phone. */
import type { Locator } from '@playwright/test';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, deepUnless, expect, openLab, test, throughputs } from './page.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Least height and width of what can be pressed, and of what one presses all the time, CSS pixels. */
const LEAST = { any: 24, primary: 44 };

const PAGES = [
  ['#/', 'main h1'],
  ['#/lab', 'canvas'],
  ['#/experiments', 'main h1'],
  ['#/learn', 'main h1'],
  ['#/learn/pool', 'article h1'],
  ['#/learn/write', '#lesson-text'],
  ['#/teach', 'main h1'],
  ['#/reproductions', 'main h1'],
  ['#/live', 'main h1'],
  ['#/glossary', '#term-hashTag'],
  ['#/model', '#model-check'],
] as const;

/** Controls that are smaller, each with its size. A link within a sentence is as high as its line, what is for screen readers alone has no size. */
const tooSmall = (selector: string, least: number) =>
  [...document.querySelectorAll(selector)].flatMap((element) => {
    if (element.matches('p a, svg a') || !element.checkVisibility({ visibilityProperty: true })) return [];
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || Math.min(box.width, box.height) >= least - 0.5) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return [`${element.tagName} ${name}: ${box.width} × ${box.height}`];
  });

/** The same as a program of the page. */
const tooSmallOf = (selector: string, least: number) =>
  `(${tooSmall.toString()})(${JSON.stringify(selector)}, ${least})`;

/** Every page that breaks is told of, once its parts are all there. */
const settled = expect.configure({ soft: true });

/** Start and the Lab are one journey; the deep tier has the other pages, each by itself. */
const FIRST = 2;
const VISITS = [PAGES.slice(0, FIRST), ...PAGES.slice(FIRST).map((page) => [page])];

for (const visit of VISITS)
  test(
    `targets and width of ${visit.map(([path]) => path).join(' and ')} on a small phone`,
    deepUnless(visit.length === FIRST),
    async ({ page }) => {
      for (const [path, sign] of visit) {
        await page.goto(path);
        await expect(page.locator(sign).first()).toBeVisible();
        // In the Lab, each of its tabs; elsewhere the page as it is.
        const tabs = path === '#/lab' ? ['Settings', 'Results', 'Stage'] : [undefined];
        for (const tab of tabs) {
          if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
          const controls = 'a[href], button, input, textarea, summary, [role="tab"], [role="slider"]';
          await settled.poll(() => page.evaluate(tooSmallOf(controls, LEAST.any)), tab).toEqual([]);
          await settled.poll(() => page.evaluate(() => document.documentElement.scrollWidth), tab).toBe(360);
        }
        if (path !== '#/lab') continue;
        for (const primary of [
          '[aria-label="Playback"] button:not([aria-pressed])',
          '[role="tab"]',
          '[aria-label="Pages"] a',
          'header:has([aria-label="Pages"]) button',
        ]) {
          await settled.poll(() => page.evaluate(tooSmallOf(primary, LEAST.primary))).toEqual([]);
        }
      }
    },
  );

/** Heights of canvases below which the cells of 200 callers would have no room. */
const LEAST_CANVAS = { 640: 275, 740: 330, 844: 370 } as const;

for (const [a, lang] of [
  ['jedis-pool-8', 'en'],
  ['lettuce-shared', 'zh-CN'],
  ['cluster-3', 'en'],
] as const)
  test(
    `on phones of three sizes all of the way to Redis is in sight without scrolling: ${a}, ${lang}`,
    deepUnless(a === 'jedis-pool-8'),
    async ({ page }) => {
      await openLab(page, `a=${a}&paused=1&t=2ms&lang=${lang}`);
      for (const [width, height] of [
        [360, 640],
        [360, 740],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(page.locator('#stage fieldset')).toBeVisible();
        await expect(async () => {
          const canvas = await page.locator('#stage canvas').first().boundingBox();
          const transport = await page
            .locator('[data-play]')
            .evaluate((button) => button.closest('section')?.parentElement?.getBoundingClientRect().y);
          expect((canvas?.y ?? 0) + (canvas?.height ?? Number.NaN)).toBeLessThanOrEqual(transport ?? 0);
          expect(canvas?.height).toBeGreaterThan(LEAST_CANVAS[height]);
        }).toPass({ timeout: 10_000 });
        // Every speed that has a name, from steps to the fastest, whole and large enough for a finger.
        const speeds = page.locator('section:has([data-play]) button[aria-pressed]');
        await expect(speeds).toHaveCount(7);
        for (const speed of await speeds.all()) {
          await expect(speed).toBeInViewport({ ratio: 1 });
          const box = await speed.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
        }
        // What is not written there is told all the same.
        await expect(page.locator('#stage article h3')).toHaveCount(1);
        // The stage of a phone is looked at with its other tabs (axe.spec.ts).
        if (deep) expect(await violations(page, { within: '#stage' })).toEqual([]);
      }
    },
  );

test(
  'on phones the canvas of a fleet keeps its room, and its processes follow below',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'a=fleet-pools&paused=1&t=2ms&lang=en');
    for (const [width, height] of [
      [360, 640],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(async () => {
        const canvas = await page.locator('#stage canvas').first().boundingBox();
        const processes = await page.getByRole('region', { name: 'All clients of A' }).boundingBox();
        expect(canvas?.height).toBeGreaterThanOrEqual(300);
        expect(processes?.y).toBeGreaterThanOrEqual((canvas?.y ?? 0) + (canvas?.height ?? Number.NaN));
        // The legend follows below the processes.
        const side = await page.locator('#stage article').first().boundingBox();
        const bottom = (processes?.y ?? 0) + (processes?.height ?? Number.NaN);
        expect(bottom).toBeLessThanOrEqual((side?.y ?? 0) + (side?.height ?? 0) + 1);
      }).toPass({ timeout: 10_000 });
    }
  },
);

test(
  'beside the stage of a phone one sees how much faster B is, and what differs when one asks',
  DEEP,
  async ({ page }) => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await openLab(page, 'paused=1&t=3ms&lang=en');
      await throughputs(page);
      const glance = page.locator('details:has([data-figures]) > summary');
      await expect(glance).toHaveText(/Throughput A [\d,]+\/s → B [\d,]+\/s ×[\d.]+/);
      if (height > 700) await expect(glance).toBeInViewport({ ratio: 1 });
      const chip = page.getByRole('listitem').filter({ hasText: 'Client I/O' });
      await expect(chip).toBeHidden();
      await glance.tap();
      await expect(chip).toBeVisible();
      await expect(page.getByRole('region', { name: 'Key metrics' })).toContainText('×');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

test(
  'on a tablet held upright what differs and the figures stand above both sides',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await openLab(page, 'paused=1&t=3ms&lang=en');
    await throughputs(page);
    await expect(page.getByRole('listitem').filter({ hasText: 'Client I/O' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-figure="p99"]')).toBeInViewport({ ratio: 1 });
    for (const canvas of await page.locator('article[data-side] canvas:first-of-type').all())
      await expect(canvas).toBeInViewport({ ratio: 1 });
  },
);

test(
  'a phone held sideways shows one side whole above the transport, and the pages in one row',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    for (const lang of ['en', 'zh-CN']) {
      await openLab(page, `paused=1&t=3ms&lang=${lang}`);
      const canvas = await page.locator('#stage canvas').first().boundingBox();
      const transport = await page.locator('section:has([data-play])').boundingBox();
      expect((canvas?.y ?? 0) + (canvas?.height ?? Number.NaN)).toBeLessThanOrEqual(transport?.y ?? 0);
      expect(canvas?.height).toBeGreaterThan(150);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844);
      expect(await violations(page, { within: '#stage' })).toEqual([]);
    }
  },
);

test(
  'the way of a request begins in the upper half of a phone, and all that can be chosen is there',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openLab(page, 'panel=request&follow=b:500&paused=1&t=3ms&lang=en');
    const ledger = page.locator('#results table').first();
    await expect(ledger).toBeVisible();
    expect((await ledger.boundingBox())?.y).toBeLessThan(400);
    const last = page.getByRole('button', { name: 'Stop following' });
    await last.scrollIntoViewIfNeeded();
    await last.tap();
    await expect(last).toHaveCount(0);
  },
);

test(
  'a phone’s threads begin with a request and those that worked for it, before any answer as well',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openLab(page, 'panel=timeline&paused=1&lang=en');
    await expect(page.getByRole('figure', { name: 'Thread timeline' })).toBeVisible();
    await expect(page.getByText('Which request?')).toHaveCount(0);
    // To be shown as an example is not to be followed.
    await expect(page.getByText(/^Example: #\d+ and/)).toBeVisible();
    expect(page.url()).not.toContain('follow=');
    await page.getByRole('button', { name: /^Follow #/ }).press('Enter');
    await expect(page).toHaveURL(/follow=a/);
    await expect(page.getByRole('tabpanel', { name: 'Threads' })).toBeFocused();
    // No keyboard, no Esc.
    await page.getByRole('tab', { name: 'Stage' }).tap();
    await expect(page.getByText(/^#\d+ starts at|^Following #\d+\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop following' }).tap();
    await expect(page).not.toHaveURL(/follow=/);
  },
);

for (const link of ['zoom=calls', 'zoom=calls&follow=a:87', 'follow=a:87', 'follow=a:999999999'])
  for (const lang of ['en', 'zh-CN'])
    test(
      `a phone has a whole side above the transport, and its legend can be read whole: ${link}, ${lang}`,
      DEEP,
      async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await openLab(page, `${link}&paused=1&t=8ms&lang=${lang}`);
        if (link.includes('follow'))
          await expect(page.locator('#stage section > header > p:first-child button').first()).toBeVisible();
        const transport = (await page.locator('section:has([data-play])').boundingBox())?.y ?? 0;
        // A request is looked for first: what is said of it then may take a line more.
        const expectAbove = (part: Locator) =>
          expect(async () => {
            await part.scrollIntoViewIfNeeded();
            const box = await part.boundingBox();
            expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(transport);
          }).toPass({ timeout: 5_000 });
        await expectAbove(page.locator('#stage article'));
        await expectAbove(page.locator('#stage ul').first());
      },
    );

test('on a low phone results have most of their tab', DEEP, async ({ page }) => {
  await openLab(page, 'panel=why&paused=1&t=2ms&lang=en');
  await page.getByRole('tab', { name: 'Results' }).tap();
  await expect(page.getByRole('tab', { name: 'Why?' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Key metrics' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Metrics' }).tap();
  await expect(page.getByRole('region', { name: 'Key metrics' })).toBeVisible();
});

test('all that says how closely to look is on the narrowest screen', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=2ms');
  const buttons = page.getByRole('toolbar', { name: 'Detail level' }).getByRole('button');
  await expect(buttons).toHaveCount(5);
  for (const button of await buttons.all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Number.NaN)).toBeLessThanOrEqual(346);
  }
});

for (const look of ['theme=light', 'theme=dark', 'present=1', 'forced'])
  test(
    `what a figure is and where it comes from can be asked, and one sees that without a mouse: ${look}`,
    DEEP,
    async ({ page }) => {
      if (look === 'forced') await page.emulateMedia({ forcedColors: 'active' });
      if (look === 'present=1') await page.setViewportSize({ width: 1920, height: 1080 });
      await openLab(page, `${look === 'forced' ? '' : `${look}&`}paused=1&t=2ms`);
      if (look !== 'present=1') await page.getByRole('tab', { name: 'Results' }).tap();
      await throughputs(page);
      const figures = page.getByRole('definition').getByRole('button');
      // Throughput and p99 of both sides with their ratios, and the busiest resources.
      await expect(figures).toHaveCount(8);
      for (const figure of await figures.all()) {
        if (!(await figure.isVisible())) continue;
        const [line, width, height] = await figure.evaluate((own) => {
          const { textDecorationLine, textDecorationStyle, textDecorationColor } = getComputedStyle(own);
          const box = own.getBoundingClientRect();
          return [
            `${textDecorationLine} ${textDecorationStyle} ${textDecorationColor}`,
            box.width,
            box.height,
          ];
        });
        expect(line).toMatch(/^underline dotted rgb\(/);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      }
      await figures.first().tap();
      await expect(page.getByRole('dialog', { name: /^What is / })).toBeVisible();
    },
  );
