import { violations } from './axe.ts';
import { DEEP, expect, openLab, setting, test, throughputs, timeNs } from './page.ts';

test(
  'speaks the browser’s language, unless the link asks for another',
  DEEP,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: 'zh-TW', ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    await openLab(page);
    await expect(page.getByRole('link', { name: '实验室' })).toBeVisible();
    await page.goto('about:blank');
    await openLab(page, 'lang=en');
    await expect(page.getByRole('link', { name: 'Lab' })).toBeVisible();
    await context.close();
  },
);

test('presenter view is for the audience; another theme and another language keep everything else', async ({
  page,
}) => {
  await test.step('presenter view hides what is not for the audience and keeps text large', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openLab(page, 'paused=1&t=3ms&network.rttUs=700');
    await page.locator('body').press('p');
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Playback' })).toBeInViewport({ ratio: 1 });
    const smallest = () =>
      page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let least = Number.POSITIVE_INFINITY;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const element = node.parentElement;
          if (
            !element ||
            (node.textContent ?? '').trim() === '' ||
            element.closest('.visually-hidden, script, style, [hidden]')
          )
            continue;
          if (element.getClientRects().length > 0)
            least = Math.min(least, Number.parseFloat(getComputedStyle(element).fontSize));
        }
        return least;
      });
    expect(await smallest()).toBeGreaterThanOrEqual(24);
    // All metrics in one line, within the screen, and none is cut.
    await throughputs(page);
    const busiest = page.locator('[data-figure="bottleneck"] dd');
    await expect(busiest).toBeInViewport({ ratio: 1 });
    const figures = await page.locator('[data-figures] > div').all();
    expect(figures).toHaveLength(3);
    const tops = await Promise.all(figures.map(async (figure) => (await figure.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    expect(await busiest.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
    // The results take the stage's place when they are asked for.
    await page.getByRole('button', { name: 'Results', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Charts' }).click();
    await expect(page.getByRole('figure', { name: 'Response time by percentile' })).toBeVisible();
    expect(await smallest()).toBeGreaterThanOrEqual(24);
    await page.getByRole('button', { name: 'Results', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toBeVisible();
    await expect(page).toHaveURL(/present=1/);
    await page.locator('body').press('p');
    await expect(page.getByRole('banner')).toBeVisible();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  const corner = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (canvas) copy?.drawImage(canvas, 20, 20, 1, 1, 0, 0, 1, 1);
      const page = getComputedStyle(document.documentElement).backgroundColor;
      return [page, ...(copy?.getImageData(0, 0, 1, 1).data ?? [])];
    });
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  const light = await corner();
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(corner).not.toEqual(light);
  expect(await timeNs(page)).toBe(3_000_000);

  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: 'Jedis，连接池 8' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect(await setting(page, 'a', 'network.rttUs')).toBe(700);
  expect(await timeNs(page)).toBe(3_000_000);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Jedis，连接池 8' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('with reduced motion it begins paused and still tells everything', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLab(page);
  expect(await page.evaluate(() => globalThis.lab.player?.playhead.playing)).toBe(false);
  await throughputs(page);
  // At an instant at which requests are under way everywhere and the first are answered.
  await expect.poll(() => timeNs(page)).toBeGreaterThan(500_000);
  await expect(page.getByText('200 requests in progress').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Paused (reduced motion is on)')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => timeNs(page)).toBeGreaterThan(await timeNs(page));
  await expect(page.getByText('Paused (reduced motion')).toHaveCount(0);
});

test('in forced colours one still sees which page, panel and switch is on', DEEP, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openLab(page, 'paused=1&t=2ms');
  const look = (name: string, role: 'tab' | 'link' | 'button') =>
    page.getByRole(role, { name, exact: true }).evaluate((element) => {
      const { borderBottomColor, backgroundColor } = getComputedStyle(element);
      return { borderBottomColor, backgroundColor };
    });
  expect((await look('Metrics', 'tab')).borderBottomColor).not.toBe(
    (await look('Charts', 'tab')).borderBottomColor,
  );
  expect((await look('Lab', 'link')).borderBottomColor).not.toBe(
    (await look('Learn', 'link')).borderBottomColor,
  );
  const compare = 'Compare with B';
  const pressed = await look(compare, 'button');
  await page.getByRole('button', { name: compare, exact: true }).click();
  await expect.poll(() => look(compare, 'button')).not.toEqual(pressed);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `in forced colours the names on what is pressed can be read: ${colorScheme}`,
    DEEP,
    async ({ page, context }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await openLab(page, 'panel=charts&paused=1&t=12ms&lang=en');
      const pressed = page.locator('#results button[aria-pressed="true"]').filter({ hasText: /\w/ });
      await expect(pressed.filter({ hasText: 'Jedis, pool of 8' }).first()).toBeVisible();
      await throughputs(page);
      // Somewhere else, where a picture may be looked at.
      const other = await context.newPage();
      for (const button of (await pressed.all()).slice(0, 6)) {
        if (!(await button.isVisible())) continue;
        // Charts above it may still take their place between the measurement and the picture.
        await expect(async () => {
          await button.scrollIntoViewIfNeeded();
          const whole = await button.boundingBox();
          // The end of its last word, without its edge: what stands before may be a drawing.
          const end = await button.evaluate((own) => {
            const walker = document.createTreeWalker(own, NodeFilter.SHOW_TEXT);
            let last = walker.nextNode();
            for (let next = last; next; next = walker.nextNode()) last = next;
            const range = document.createRange();
            if (last) range.selectNodeContents(last);
            const { x, y, width, height } = range.getBoundingClientRect();
            return { x: x + Math.max(0, width - 40), y, width: Math.min(40, width), height };
          });
          expect(whole?.width ?? 0).toBeGreaterThan(0);
          const picture = (await page.screenshot({ clip: end })).toString('base64');
          const contrast = await other.evaluate(async (data) => {
            const image = await createImageBitmap(
              await (await fetch(`data:image/png;base64,${data}`)).blob(),
            );
            const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
            context?.drawImage(image, 0, 0);
            const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
            const lights: number[] = [];
            for (let at = 0; at < pixels.length; at += 4) {
              const [r = 0, g = 0, b = 0] = [0, 1, 2].map((part) => {
                const value = (pixels[at + part] ?? 0) / 255;
                return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
              });
              lights.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
            }
            lights.sort((one, two) => one - two);
            // The ink of letters is a part of their box, so a few single points say nothing.
            const of = (share: number) => lights[Math.floor(lights.length * share)] ?? 0;
            return (of(0.97) + 0.05) / (of(0.03) + 0.05);
          }, picture);
          expect(contrast, await button.innerText()).toBeGreaterThan(4.5);
        }).toPass();
      }
    },
  );

/** One page in several sizes: loading it is most of what that takes. */
const SMALL = { width: 1024, height: 768 };
const BOTH = [SMALL, { width: 1440, height: 900 }];

for (const [sizes, query] of [
  [[SMALL], 'lang=en'],
  [[SMALL], 'lang=zh-CN'],
  [[SMALL], 'a=redis-one-thread&b=redis6-io-threads-4&lang=en'],
  [[SMALL], 'follow=b:45678&lang=en'],
  [BOTH, 'follow=a:999999999&lang=en'],
  [BOTH, 'follow=a:999999999&lang=zh-CN'],
] as const)
  test(`the whole legend is in sight: ${query}`, DEEP, async ({ page }) => {
    await page.setViewportSize(SMALL);
    await openLab(page, `paused=1&t=3ms&${query}`);
    await throughputs(page);
    const pane = page.locator('#stage');
    const legend = pane.getByRole('list', { name: /^(Thread states|线程在做什么)$/ });
    const hidden = () => pane.evaluate((own) => own.scrollHeight - own.clientHeight);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect(legend).toBeInViewport({ ratio: 1 });
      await expect.poll(hidden).toBeLessThanOrEqual(0);
    }
  });

test(
  'on a projector the mouse pointer has a ring, which leaves when it rests and is in the way of nothing',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'present=1&paused=1');
    const ring = page.locator('main [aria-hidden][data-shown]');
    const middle = () =>
      ring.evaluate(
        (element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const at = [x + width / 2, y + height / 2] as const;
          return [...at.map(Math.round), document.elementFromPoint(...at) === element];
        },
        undefined,
        { timeout: 1_000 },
      );
    // A machine that stands still for two seconds sees it leave: then the mouse is moved once more.
    for (const [x, y] of [
      [600, 300],
      [700, 350],
    ] as const)
      await expect(async () => {
        await page.mouse.move(x - 1, y);
        await page.mouse.move(x, y);
        expect(await middle()).toEqual([x, y, false]);
      }).toPass();
    await expect(ring).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the parts are tabs and the transport stays in reach', async ({ page }) => {
    await openLab(page, 'paused=1');
    const transport = page.getByRole('region', { name: 'Playback' });
    await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toBeVisible();
    for (const [tab, content] of [
      ['Settings', page.getByRole('textbox', { name: 'Round-trip time (µs)' })],
      ['Results', page.getByRole('figure', { name: 'Throughput over time' })],
      ['Stage', page.getByRole('heading', { name: 'Jedis, pool of 8' })],
    ] as const) {
      await page.getByRole('tab', { name: tab }).tap();
      await content.scrollIntoViewIfNeeded();
      await expect(content).toBeVisible();
      await expect(transport).toBeInViewport({ ratio: 1 });
    }
    // One side at a time, the other a tap away; neither has to be scrolled to.
    await page.getByRole('button', { name: 'B Lettuce, one shared connection' }).tap();
    await expect(page.getByRole('heading', { name: 'Lettuce, one shared connection' })).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });

  test('the headline leaves most of the results to what is below it', DEEP, async ({ page }) => {
    await openLab(page);
    await page.getByRole('tab', { name: 'Results' }).click();
    const headline = page.getByRole('region', { name: 'Key metrics' });
    await expect(headline).toContainText('×');
    const results = page.getByRole('tabpanel', { name: 'Results' });
    const [own, all] = await Promise.all(
      [headline, results].map(async (part) => (await part.boundingBox())?.height),
    );
    expect((own ?? 0) / (all ?? 1)).toBeLessThan(0.4);
    expect(await violations(page)).toEqual([]);
  });

  for (const lang of ['en', 'zh-CN'] as const)
    test(
      `on the smallest one half of the results is below the headline, which loses no figure, in ${lang}`,
      DEEP,
      async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 640 });
        await openLab(page, `lang=${lang}&paused=1`);
        await page.getByRole('tab').nth(2).tap();
        await throughputs(page);
        const headline = page.getByRole('region', { name: lang === 'en' ? 'Key metrics' : '关键指标' });
        // It has all its lines.
        await expect(headline.getByText(lang === 'en' ? 'still pending' : '仍未完成')).toBeVisible();
        expect((await headline.boundingBox())?.height).toBeLessThan(174);
        // Throughput and p99 are compared on every screen; of the busiest resource both shares are there.
        await expect(headline.getByRole('definition')).toHaveText([/×|÷|%/, /×|÷|%/, /\d%.*\d%/]);
        const figures = page.getByRole('table').getByRole('rowheader');
        await expect(
          figures.getByText(lang === 'en' ? 'Client CPU, kernel' : '客户端内核态 CPU'),
        ).toBeVisible();
        expect(await violations(page)).toEqual([]);
      },
    );

  test(
    'on the smallest one the stage begins in the upper half, under long names, too',
    DEEP,
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 });
      await openLab(page, 'a=slow-neighbour&b=lettuce-shared&paused=1');
      // A button says the name, the heading is there for those who do not see it.
      await expect(page.getByRole('button', { name: 'A 1% slow commands' })).toBeInViewport();
      await expect(page.getByRole('heading', { name: '1% slow commands' })).toHaveCount(1);
      const canvas = page.locator('#stage canvas').first();
      expect((await canvas.boundingBox())?.y).toBeLessThan(320);
      expect(await violations(page)).toEqual([]);
    },
  );

  test('the thread timeline is that of the followed request', DEEP, async ({ page }) => {
    // Where nothing is answered, there is nothing to choose from.
    await openLab(page, 'panel=timeline&paused=1&t=1us&network.rttUs=250000&run.warmupMs=1&run.measuredMs=5');
    await page.getByRole('tab', { name: 'Results' }).tap();
    await expect(page.getByText('The timeline shows one request')).toBeVisible();
    // Before the first answer, the one that is answered first is there by itself.
    await page.goto('about:blank');
    await openLab(page, 'panel=timeline&paused=1&t=1us');
    await page.getByRole('tab', { name: 'Results' }).tap();
    const figure = page.getByRole('figure', { name: 'Thread timeline' });
    await expect(figure).toBeVisible();
    await page.goto('about:blank');
    // After it, the one that most people would ask for.
    await openLab(page, 'panel=timeline&paused=1&t=12ms');
    await page.getByRole('tab', { name: 'Results' }).tap();
    await figure.getByRole('button', { name: 'Show as a table' }).tap();
    // Its caller and Redis, instead of two hundred callers.
    await expect(figure.getByRole('rowheader')).toHaveText([/^Caller \d+$/, 'Redis thread 1']);
    await figure.getByRole('button', { name: 'Show as a chart' }).tap();
    await figure.getByRole('button', { name: 'All threads' }).tap();
    await figure.getByRole('button', { name: 'Show as a table' }).tap();
    await expect(figure.getByRole('rowheader', { name: '192 more callers' })).toBeVisible();
  });
});
