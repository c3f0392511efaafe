/** Stage, thread timeline and charts are one set of data: what is pointed at in one of them is lit in the others. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLabToPoint, SHORT_RUN, test, throughputs, timeNs } from './page.ts';

/** Points at dots of a side of the stage until one is found; answers its request. */
async function pointAtDot(page: Page, side: 'a' | 'b'): Promise<string> {
  const canvas = page.locator(`#stage article[data-side=${side}] canvas`).last();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('not drawn');
  const lit = page.locator('span[data-lit]').first();
  for (let share = 0.5; share < 0.72; share += 0.005) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.32);
    // The light comes with the next turn of the page.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const request = (await lit.count()) > 0 ? await lit.getAttribute('data-lit') : null;
    if (request !== null && (await page.locator(`text=/#${request} .*wire/`).count()) > 0) return request;
  }
  throw new Error('no dot');
}

const timeline = (page: Page) => page.getByRole('slider', { name: /^Thread lanes/ });
const badge = (page: Page) => page.locator('#stage').getByText(/^The stage shows /);

test('a dot that is pointed at is lit in the timeline and in the charts, an instant of the bar on the stage', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1500 });
  await openLabToPoint(page, `${SHORT_RUN}&panel=charts&paused=1&t=30ms`);
  await throughputs(page);
  await expect(page.getByRole('slider', { name: /^Instant on the chart\./ })).toHaveCount(3);
  const request = await pointAtDot(page, 'b');
  await expect(
    page.getByText(new RegExp(`^At the pointer: #${request} of B, .* to .* \\(.*\\)\\.$`)),
  ).toBeVisible();
  // When it was under way, on three charts over time, and how long it took among all others.
  const marks = page.locator(`svg[data-lit="${request}"]`);
  const inFigure = (name: string) => page.getByRole('figure', { name }).locator(`svg[data-lit="${request}"]`);
  for (const name of ['Completed requests over the measured window', 'Requests in progress', 'Queue length'])
    await expect(inFigure(name)).toContainText(`#${request}`);
  await expect(inFigure('Response-time histogram')).toContainText(`#${request}`);
  await page.mouse.move(5, 5);
  await expect(marks).toHaveCount(0);

  await page.getByRole('tab', { name: 'Threads' }).click();
  await timeline(page).waitFor();
  const other = await pointAtDot(page, 'b');
  await expect(page.locator(`span[data-lit="${other}"]`)).toContainText(`#${other} of B`);
  await page.getByRole('tab', { name: 'Metrics' }).click();
  const again = await pointAtDotInFigures(page, 'b');
  await expect(page.locator(`svg[data-lit="${again}"]`)).toContainText(`#${again}`);

  // The bar of the run: the stage shows the instant that is pointed at, and a press goes there.
  const bar = page.getByRole('slider', { name: 'Position in the run' });
  const box = await bar.boundingBox();
  if (!box) throw new Error('not drawn');
  const shown = page.locator('[data-shown=true]');
  for (const share of [0.7, 0.3]) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await expect
      .poll(async () => Math.abs(Number(await shown.getAttribute('data-at')) / 62e6 - share))
      .toBeLessThan(0.03);
    await expect(badge(page)).toBeVisible();
    expect(await timeNs(page)).toBe(30_000_000);
  }
  await page.mouse.move(5, 5);
  await expect(badge(page)).toBeHidden();
  // What is pressed is what was shown.
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await expect(badge(page)).toBeVisible();
  const at = Number(await shown.getAttribute('data-at'));
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => timeNs(page)).toBe(at);
  await expect(badge(page)).toBeHidden();
});

test('what a resting pointer was on is let go when the stage is arranged anew', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=charts&paused=1&t=300ms');
  await throughputs(page);
  const request = await pointAtDot(page, 'b');
  const tip = page.locator('#stage article').getByText(new RegExp(`#${request} .*wire`));
  await expect(tip.filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press('c');
  await expect(page.locator('#stage article')).toHaveCount(1);
  await expect(tip.filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('[data-lit]')).toHaveCount(0);
});

/** The same where nothing but the chart says which one it is. */
async function pointAtDotInFigures(page: Page, side: 'a' | 'b'): Promise<string> {
  const canvas = page.locator(`#stage article[data-side=${side}] canvas`).last();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('not drawn');
  for (let share = 0.5; share < 0.72; share += 0.005) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.32);
    await page.waitForTimeout(30);
    const lit = page.locator('svg[data-lit]');
    if ((await lit.count()) > 0) return (await lit.first().getAttribute('data-lit')) ?? '';
  }
  throw new Error('no dot');
}

test('a bar of the timeline is chosen, stepped from and followed without a mouse', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=timeline&paused=1&t=12ms');
  const lanes = timeline(page);
  const figure = page.getByRole('figure', { name: 'Thread timeline' });
  await expect(figure).toContainText('callers – waiting for a connection');
  await lanes.focus();
  await expect(lanes).toHaveAttribute('aria-valuetext', /^Press a bar once to choose it/);
  await page.keyboard.press('ArrowDown');
  await expect(lanes).toHaveAttribute(
    'aria-valuetext',
    /^Caller 1: waiting for a reply, for .*, request #\d+\./,
  );
  const first = (await lanes.getAttribute('aria-valuetext')) ?? '';
  const request = /request #(\d+)/.exec(first)?.[1] ?? '';
  await expect(page.locator(`span[data-lit="${request}"]`)).toContainText(`At the pointer: #${request} of A`);
  // The show goes to the thread's next event and back to it, bar by bar.
  const moments = [await timeNs(page)];
  for (const key of ['.', '.', ',', ',']) {
    await page.keyboard.press(key);
    await expect.poll(() => timeNs(page)).not.toBe(moments.at(-1));
    moments.push(await timeNs(page));
  }
  expect(moments[1]).toBeGreaterThan(12_000_000);
  expect(moments[2]).toBeGreaterThan(moments[1] ?? 0);
  expect(moments[3]).toBe(moments[1]);
  expect(moments[4]).toBeLessThan(moments[1] ?? 0);
  await expect(lanes).toHaveAttribute('aria-valuetext', first);
  // From bar to bar, and the stage to that one.
  await page.keyboard.press('ArrowRight');
  await expect(lanes).not.toHaveAttribute('aria-valuetext', first);
  const at = Number(await lanes.getAttribute('aria-valuenow'));
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBe(at);
  await expect(figure.getByRole('button', { name: `Follow #${request}` })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText(`Following #${request} on both sides.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`follow=a(:|%3A)${request}`));
  // First what is chosen is let go, then what is followed.
  await page.keyboard.press('Escape');
  await expect(lanes).toHaveAttribute('aria-valuetext', /^Press a bar/);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Following/)).toHaveCount(0);
});

test('a bar that is pressed twice is followed', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=timeline&paused=1&t=12ms');
  const box = await timeline(page).boundingBox();
  if (!box) throw new Error('no canvas');
  await expect(page.getByRole('figure').first()).toContainText(/\d%/);
  await timeline(page).dblclick({ position: { x: box.width * 0.3, y: 12 } });
  await expect(page.getByText(/^Following #\d+ on both sides/)).toBeVisible();
});

test(
  'the stage shows the instant that is pointed at on a chart, also where nothing is recorded, and then the playhead again',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1200 });
    await openLabToPoint(page, 'panel=charts&paused=1&t=12ms');
    await throughputs(page);
    const chart = page.getByRole('slider', { name: /^Instant on the chart\./ }).first();
    // Where the stage is: before what is measured, at first.
    const now = chart.locator('[style*="translateX"]');
    await expect(now).toBeHidden();
    await chart.scrollIntoViewIfNeeded();
    // A hand moves: what comes later above the chart would take it away from below a pointer that stands still.
    await expect(async () => {
      const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      await page.mouse.move(x + width * 0.55, y + 60);
      await page.mouse.move(x + width * 0.6, y + 60);
      await expect(badge(page)).toBeVisible({ timeout: 5_000 });
    }).toPass();
    expect(await timeNs(page)).toBe(12_000_000);
    // Past the stage and the bar of the run: what these have to say of it comes in time, or not at all.
    await page.mouse.move(5, 5, { steps: 4 });
    await expect(badge(page)).toBeHidden();

    // The same by keys, and in words.
    await chart.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await expect(badge(page)).toBeVisible();
    const shown = /shows ([\d.]+\sms)/.exec((await badge(page).textContent()) ?? '')?.[1] ?? '?';
    await page.keyboard.press('n');
    const told = page.locator('[aria-live=polite]').filter({ hasText: 'At the pointer,' });
    await expect(told).toContainText(
      /At the pointer, [\d.]+\sms\. A: .*192 requests waiting for a connection/,
    );
    expect(shown).toMatch(/ms$/);
    await page.keyboard.press('Enter');
    await expect(badge(page)).toBeHidden();
    expect(await timeNs(page)).toBeGreaterThan(50_000_000);
    await expect(now).toBeVisible();
  },
);

test(
  'a thread that is pressed on the stage is chosen in the timeline, and the other way round',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=timeline&paused=1&t=12ms');
    const lanes = timeline(page);
    await page.getByRole('button', { name: 'B', exact: true }).last().click();
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Press a bar/);
    const canvas = page.locator('#stage article[data-side=b] canvas').last();
    const picture = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    const box = await canvas.boundingBox();
    if (!box) throw new Error('not drawn');
    await page.mouse.click(box.x + box.width * 0.15, box.y + box.height * 0.4);
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Caller \d+: /);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Press a bar/);
    await page.mouse.move(5, 5);
    await expect(page.getByText(/^Following/)).toHaveCount(0);
    // Chosen in the timeline, it is ringed on the stage, also when nothing points at it any more.
    const before = await picture();
    await lanes.focus();
    await page.keyboard.press('ArrowDown');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Caller 1: /);
    await lanes.evaluate((element) => element.blur());
    await expect(page.locator('span[data-lit]')).toHaveCount(0);
    await expect.poll(picture).not.toBe(before);
    await page.keyboard.press('Escape');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Press a bar/);
    await expect.poll(picture).toBe(before);
  },
);

test(
  'lanes and ways of a request are walked through by keys, and everything shows what they are at',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=request&follow=b:300&paused=1&t=12ms');
    await throughputs(page);
    const lanes = page.getByRole('slider', { name: 'Lanes of the request, event by event' });
    const ways = page.getByRole('slider', { name: 'Paths of the requests, event by event' });
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Arrow keys move/);
    await lanes.focus();
    // The playhead is far behind the request: the first key leads into the drawing all the same.
    await page.keyboard.press('ArrowRight');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^request #300: (?!nothing)\w+/);
    await page.keyboard.press('Home');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^request #300: Preparing the command, /);
    await page.keyboard.press('ArrowRight');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^request #300: Waiting to be written, /);
    // The stage, the ledger and the other drawing are at the same instant.
    await expect(badge(page)).toBeVisible();
    await expect(page.getByRole('row', { name: /Waiting to be written/ })).toHaveAttribute('data-now', '');
    await expect(ways).toHaveAttribute('aria-valuetext', /^#300: Waiting to be written, /);
    await expect(page.locator('svg[data-lit="300"]').first()).toBeAttached();
    await expect(page.locator('span[data-lit="300"]')).toContainText('#300 of B, 1.6');
    await page.keyboard.press('ArrowDown');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Caller \d+: .* for #300, /);
    const at = Number(await lanes.getAttribute('aria-valuenow'));
    await page.keyboard.press('Enter');
    await expect.poll(() => timeNs(page)).toBe(at);
    // Out of the walk first; then nobody is followed any more.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(lanes).toHaveAttribute('aria-valuetext', /^Arrow keys move/);
    await expect(badge(page)).toBeHidden();
    await ways.focus();
    await page.keyboard.press('End');
    await expect(ways).toHaveAttribute('aria-valuetext', /^#300: /);
    await page.keyboard.press('ArrowDown');
    await expect(ways).toHaveAttribute('aria-valuetext', /^#(?!300)\d+: /);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^Following/)).toHaveCount(0);
  },
);

test('a line of the ledger that is pointed at shows where the request was then', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=request&follow=b:300&paused=1&t=12ms');
  await throughputs(page);
  const line = page.getByRole('button', { name: 'Wire to the server' });
  await line.hover();
  await expect(badge(page)).toBeVisible();
  const ways = page.getByRole('slider', { name: 'Paths of the requests, event by event' });
  await expect(ways).toHaveAttribute('aria-valuetext', /^#300: Wire to the server, /);
  await expect(page.locator('svg[data-lit="300"]').first()).toBeAttached();
  await page.mouse.move(5, 5);
  await expect(badge(page)).toBeHidden();
  await line.focus();
  await expect(badge(page)).toBeVisible();
});

test(
  'a response time that is pointed at on one chart is marked on the other, in words as well, and the target on both',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=charts&paused=1&slo=2ms');
    await throughputs(page);
    const [nines, times] = ['Response time by percentile', 'Response-time histogram'].map((name) =>
      page.getByRole('figure', { name }),
    ) as [Locator, Locator];
    const marks = (figure: Locator) => figure.locator('svg[data-response]');
    // By keys.
    await nines.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await expect(marks(nines)).toHaveCount(0);
    await expect(marks(times).locator('circle')).toHaveCount(2);
    const reading = (await nines.getByRole('slider').getAttribute('aria-valuetext')) ?? '';
    await expect(times).toContainText(reading);
    await times.getByRole('slider').focus();
    await page.keyboard.press('End');
    await expect(marks(times)).toHaveCount(0);
    await expect(nines).toContainText(/[\d.]+\s[µm]?s: A [\d.]+%; B [\d.]+%/);
    await page.keyboard.press('Tab');
    await expect(marks(nines)).toHaveCount(0);
    // By pointer.
    await times.getByRole('slider').hover({ position: { x: 300, y: 60 } });
    await expect(marks(nines)).toHaveCount(1);
    await page.mouse.move(0, 0);
    await expect(marks(nines)).toHaveCount(0);
    // The target, while it is set.
    await page.getByLabel('Target for response times (SLO), ms').focus();
    for (const figure of [nines, times]) {
      await expect(marks(figure)).toHaveCount(1);
      await expect(figure).toContainText(/2\sms: A [\d.]+%; B [\d.]+%/);
    }
    expect(await violations(page)).toEqual([]);
  },
);

test(
  'the live throughput takes the stage to an instant, selects and zooms by keys',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'paused=1&t=30ms');
    await throughputs(page);
    const figure = page.getByRole('figure', { name: 'Throughput over time' });
    // Whoever jumps to an instant, forward or back, is told the same as whoever has come there.
    const told = figure.locator('figcaption');
    await expect(told).toContainText(/A: [\d,]+\/s in the step at 30\.00\sms, [\d,]+ to [\d,]+ so far/);
    const there = (await told.textContent()) ?? '';
    await page.evaluate(() => globalThis.lab.player?.seek(5_000_000));
    await expect(told).toContainText(
      /A: [\d,]+\/s in the step at 5\.00\sms, .*; B: [\d,]+\/s in the step at 5\.00\sms/,
    );
    await page.evaluate(() => globalThis.lab.player?.seek(30_000_000));
    await expect(told).toHaveText(there);
    const axis = figure.getByRole('slider');
    await axis.focus();
    await expect(async () => {
      await page.keyboard.press('ArrowLeft');
      await expect(figure.locator('p').first()).toContainText(/ to .*: A .*\/s/, { timeout: 500 });
    }).toPass();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowLeft');
    await expect(page.getByRole('complementary', { name: 'Selected interval' })).toBeVisible();
    await page.keyboard.press('+');
    const path = figure.getByRole('navigation', { name: 'Visible interval of the run' });
    await expect(path.getByRole('button')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary', { name: 'Selected interval' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(path).toHaveCount(0);
    const before = await timeNs(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => timeNs(page)).toBeLessThan(before);
  },
);

test('the flame graph is of the part of time that is selected', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=profile&paused=1&t=12ms&sel=100ms,120ms');
  const figure = page.getByRole('figure', { name: 'CPU time per request' });
  await expect(figure).toContainText(/A: [\d,]+ requests completed in the selected 20\sms/);
  await expect(figure).toContainText('Covers only the selected interval');
});
