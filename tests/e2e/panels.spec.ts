import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { DEEP, expect, openLabToPoint, test, throughputs, timeNs } from './page.ts';

/** The type of what is in the clipboard, and a text itself. */
const copied = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const type = item?.types[0] ?? '';
    if (type !== 'text/plain') return type;
    // What the page replaces between the two questions cannot be had any more: it is asked again.
    const isGone = (error: unknown) => error instanceof DOMException && error.name === 'InvalidStateError';
    const text = await item
      ?.getType(type)
      .catch((error) => (isGone(error) ? undefined : Promise.reject(error)));
    return `${type} ${await text?.text()}`;
  });

test('the panels are tabs, by mouse, keyboard and link; charts share an instant and a selection', async ({
  page,
}) => {
  await openLabToPoint(page, 'paused=1');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(tab('Metrics')).toHaveAttribute('aria-selected', 'true');
  await tab('Charts').click();
  await expect(page.getByRole('tabpanel', { name: 'Charts' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'CPU time by activity' })).toBeVisible();
  await expect(page).toHaveURL(/panel=charts/);

  await page.reload();
  await expect(tab('Charts')).toHaveAttribute('aria-selected', 'true');
  await tab('Charts').focus();
  await page.keyboard.press('Home');
  await expect(tab('Metrics')).toBeFocused();
  await expect(page.getByRole('figure', { name: 'Throughput over time' })).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
  await page.keyboard.press('ArrowLeft');
  await expect(tab('Charts')).toBeFocused();

  // One instant is lit in every chart over time, a drag selects for all of them, and Esc steps out.
  await page.setViewportSize({ width: 1440, height: 1500 });
  await throughputs(page);
  const charts = page.getByRole('slider', { name: /^Instant on the chart\./ });
  await expect(charts).toHaveCount(3);
  const [first, second] = [charts.nth(0), charts.nth(1)];
  await second.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  if (!box) throw new Error('not drawn');
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  const initial = (await first.getAttribute('aria-valuenow')) ?? '';
  await page.mouse.move(...at(0.5));
  await expect(first).not.toHaveAttribute('aria-valuenow', initial);
  const value = await first.getAttribute('aria-valuenow');
  await expect(second).toHaveAttribute('aria-valuenow', value ?? '');
  // The levels of a side come when it has been counted.
  await expect(second).toHaveAttribute('aria-valuetext', /A 200; B 200$/);

  await page.mouse.down();
  await page.mouse.move(...at(0.7), { steps: 4 });
  await page.mouse.up();
  const bar = page.getByRole('complementary', { name: 'Selected interval' });
  await expect(bar).toContainText(/[\d,]+ requests completed/);
  const percentiles = page.getByRole('figure', { name: 'Response time by percentile' });
  await expect(percentiles).toContainText('Covers only the selected interval');
  await second.focus();
  await page.keyboard.press('+');
  const steps = page.getByRole('navigation', { name: 'Visible interval of the run' }).getByRole('button');
  await expect(steps).toHaveCount(2);
  const least = Number(await second.getAttribute('aria-valuemin'));
  expect(least).toBeGreaterThan(50e6);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await page.keyboard.press('+');
  await expect(steps).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(steps).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(steps).toHaveCount(0);

  // A click, or Enter, takes the stage there.
  await page.keyboard.press('ArrowRight');
  const wanted = Number(await second.getAttribute('aria-valuenow'));
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBeCloseTo(wanted, -1);

  // A picture of a chart is drawn from its file alone, and says where it comes from.
  await percentiles.getByRole('button', { name: /^Save/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Image (PNG, 2×)' }).click(),
  ]);
  const png = readFileSync(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(10_000);
  expect(png.toString('utf8')).toContain('"link":"http');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [item, content] of [
    ['Copy as an image', /^image\/png/],
    ['Copy as SVG', /^text\/plain <svg [\s\S]+<\/svg>/],
    ['Copy description', /Response time by percentile/],
  ] as const) {
    await percentiles.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.poll(() => copied(page)).toMatch(content);
  }
});

test(
  'a chart is saved as drawing, picture and numbers, each with its origin inside',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'paused=1&t=2ms');
    await throughputs(page);
    // What lies below the first picture is fetched when somebody is there.
    await page.mouse.move(720, 800);
    const figure = page.getByRole('figure', { name: 'Where the response time goes' });
    const save = async (item: string, of = figure): Promise<Buffer> => {
      await of.getByRole('button', { name: /^Save/ }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      return readFileSync(await download.path());
    };
    const svg = (await save('Vector image (SVG)')).toString('utf8');
    expect(svg).toContain('rttUs');
    // What stands in a file can be drawn by itself, and is not empty.
    const inksOf = (drawing: string) =>
      page.evaluate(async (text) => {
        const image = new Image();
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const pixels = new Uint32Array(
          context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? [],
        );
        return new Set(pixels).size;
      }, drawing);
    expect(await inksOf(svg)).toBeGreaterThan(20);

    const stage = (
      await save('Vector image (SVG)', page.getByRole('region', { name: 'Stage', exact: true }))
    ).toString('utf8');
    expect(stage).toMatch(/Stage at 2\.000\sms/);
    expect(stage).toMatch(/1 s on screen = 200\sµs in the model/);
    expect(await inksOf(stage)).toBeGreaterThan(20);

    // As closely as one looks: a file of the system calls has its own scale, and their bytes.
    const stagePane = page.getByRole('region', { name: 'Stage', exact: true });
    await stagePane.getByRole('button', { name: 'System calls' }).click();
    const calls = (await save('Vector image (SVG)', stagePane)).toString('utf8');
    expect(calls).toMatch(/1\sms of the run from left to right/);
    expect(calls).toContain('Connection 1 of 8');
    expect(await inksOf(calls)).toBeGreaterThan(20);
    const moved = (await save('Data (CSV)', stagePane)).toString('utf8');
    expect(moved).toMatch(/\r\nNetwork,A,on the wire to the server,\d+,\d+,35\r\n/);

    const png = await save('Image (PNG, 2×)');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const width = Number(/ width="([\d.]+)"/.exec(svg)?.[1]);
    expect(png.readUInt32BE(16)).toBe(Math.round(width) * 2);
    expect(png.toString('utf8')).toContain('"link":"http');

    const csv = (await save('Data (CSV)')).toString('utf8');
    const phases = await page.evaluate(() => globalThis.lab.summary('a')?.phases ?? []);
    const wire = phases.find(({ phase }) => phase === 'wireOut')?.time.meanUs ?? Number.NaN;
    expect(csv).toContain(`Wire to the server,${wire * 1000},`);
    expect(csv).toContain('# Roundtrip');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = async (item: string): Promise<void> => {
      await figure.getByRole('button', { name: /^Save/ }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await copy('Copy as an image');
    await expect.poll(() => copied(page)).toMatch(/^image\/png/);
    await copy('Copy as SVG');
    await expect.poll(() => copied(page)).toMatch(/^text\/plain <svg [\s\S]+<\/svg>/);
    await copy('Copy link');
    await expect.poll(() => copied(page)).toMatch(/^text\/plain http.*#\/lab\?.*t=2ms/);
    await copy('Copy description');
    await expect.poll(() => copied(page)).toContain('Where the response time goes. ');
  },
);

test(
  'two presses on a side of the legend show it alone, though the headline above it is shorter then',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=charts&paused=1');
    await throughputs(page);
    const sides = page.getByRole('list', { name: 'Systems', exact: true }).getByRole('button');
    await expect(sides).toHaveCount(2);
    const [a, b] = [sides.first(), sides.last()];
    const areShown = async (isA: boolean, isB: boolean) => {
      await expect(a).toHaveAttribute('aria-pressed', String(isA));
      await expect(b).toHaveAttribute('aria-pressed', String(isB));
    };
    const ofB = page.locator('[data-figure="throughput"] [data-side="b"]');
    await expect(ofB).toBeVisible();
    await a.dblclick();
    await areShown(true, false);
    await expect(ofB).toHaveCount(0);
    await a.dblclick();
    await areShown(true, true);
    await b.dblclick();
    await areShown(false, true);
    await b.click({ modifiers: ['Shift'] });
    await areShown(true, true);
    await a.click({ modifiers: ['Shift'] });
    await areShown(true, false);
    await b.click();
    await areShown(true, true);
    await expect(ofB).toBeVisible();
  },
);

test('the bars of the cores say in words what they show', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=charts');
  await throughputs(page);
  const figure = page.getByRole('figure', { name: 'CPU time by activity' });
  const hosts = await page.evaluate(() => globalThis.lab.summary('a')?.hosts ?? []);
  expect(hosts.map(({ host }) => host)).toEqual(['client', 'server']);
  const busy = (100 * (1 - (hosts[1]?.idle ?? 0))).toLocaleString('en', { maximumSignificantDigits: 3 });
  await expect(figure).toContainText(`A server, 2 cores: ${busy}% busy`);
  // In a file the key stands with the drawing, and a chart of many rows is as tall as they are.
  const saved = async (title: string) => {
    const button = page.getByRole('figure', { name: title }).getByRole('button', { name: /^Save/ });
    await button.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Vector image (SVG)' }).click(),
    ]);
    return readFileSync(await download.path()).toString('utf8');
  };
  expect(await saved('CPU time by activity')).toMatch(
    /url\(#core-switch\)"[^>]*>\s*<rect[^>]*>\s*<text[^>]*>[^<]*switch/,
  );
  const height = Number(
    /<svg[^>]* height="([\d.]+)"/.exec(await saved('System calls and context switches per request'))?.[1],
  );
  expect(height).toBeGreaterThan(600);
});

test(
  'tables are saved and copied as their exact numbers, with where they come from',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'paused=1&t=3ms&follow=a:1');
    await throughputs(page);
    const csvOf = async (table: string | RegExp): Promise<string> => {
      await page.getByRole('button', { name: table }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Data (CSV)' }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const summary = await page.evaluate(() => globalThis.lab.summary('a'));
    await page.locator('body').hover();
    const figures = await csvOf('Save “Both runs, measured after warm-up” as a file');
    expect(figures).toContain(
      `\r\nThroughput,1/s,${summary?.throughput.perSec},${summary?.throughput.halfWidth95},`,
    );
    expect(figures).toContain(`\r\nMedian,ns,${(summary?.responseTime.p50Us ?? 0) * 1000},`);
    // Callers starve in front of the pool: its p99 is a lower bound.
    expect(figures).toMatch(/\r\np99,ns,≥\d+(\.\d+)?,/);
    // Its title, which is its caption too, once.
    expect(figures).toMatch(/^# Both runs.*\r\n# Roundtrip · .* · seed \d+ · A [0-9a-f]{16}/);
    expect(figures).toMatch(/\r\n# http.*#\/lab\?/);

    await page.getByRole('tab', { name: 'Why?' }).click();
    const laws = await csvOf('Save “A: Upper bounds on throughput” as a file');
    expect(laws).toMatch(/\r\nK\/RTT,[^\r]*,\d+\.?\d*,0\.\d{5,}\r\n/);

    await page.getByRole('tab', { name: 'One request' }).click();
    const ledger = await csvOf('Save “Time breakdown” as a file');
    const lines = ledger.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
    const times = Papa.parse<string[]>(lines.slice(1).join('\n')).data.map(([, ns]) => Number(ns));
    const total = times.pop();
    expect(times.length).toBeGreaterThan(4);
    expect(times.reduce((sum, ns) => sum + ns, 0)).toBe(total);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Save “Time breakdown” as a file' }).click();
    await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ledger);
  },
);

test('the runs are saved for other tools: trace, CPU time, percentiles', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=charts&paused=1&t=3ms');
  await throughputs(page);
  const save = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const trace = JSON.parse(await save('Trace for Perfetto (Chrome JSON)'));
  const threads = trace.traceEvents.filter(({ ph }: { ph: string }) => ph === 'X');
  expect(threads.length).toBeGreaterThan(1000);
  expect(trace.otherData.link).toContain('panel=charts');
  // Which part of each run it has.
  expect(trace.otherData.caption).toMatch(/^A: [\d.]+\sms to [\d.]+\sms of \d+\sms\. B: /);
  const events = await save('Events, one per row (CSV)');
  expect(events).toMatch(/^# .*panel=charts/m);
  expect(events).toMatch(/^B,request,taskQueue,/m);
  const stacks = JSON.parse(await save('CPU time for speedscope'));
  expect(stacks.profiles).toHaveLength(2);
  expect(stacks.name).toMatch(/^Roundtrip · .* · seed 1 · A \w+ · B \w+$/);
  expect(stacks.exporter).toContain('panel=charts');
  expect(stacks.otherData.sides).toHaveLength(2);
  expect(await save('CPU time as folded stacks')).toMatch(/^A;client;caller;/m);
  const percentiles = await save('Percentiles of B (HdrHistogram)');
  expect(percentiles).toMatch(/^#\[Max +=/m);
  expect(percentiles).toMatch(/^# scenario B: \{.*\n# http.*panel=charts/m);
});

test('the link is shown as a code, by key and by menu', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'paused=1&t=2ms');
  await page.keyboard.press('q');
  const code = page.getByRole('img', { name: 'QR code for the link' });
  await expect(code).toBeVisible();
  const box = await code.boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitem', { name: 'Link as a QR code' }).click();
  await expect(code).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('paused=1');
});

test('a panel can have the stage’s room, and the stage comes back as it went on', DEEP, async ({ page }) => {
  await openLabToPoint(page);
  const stage = page.locator('#stage');
  const before = await timeNs(page);
  await page.getByRole('button', { name: 'Full height' }).click();
  await expect(stage).toBeHidden();
  await expect(page.getByRole('button', { name: 'Full height' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => timeNs(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Full height' }).click();
  await expect(stage).toBeVisible();
});

test(
  'the curves of a chart are heard as well, beside their numbers, and hearing can be stopped',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=charts&paused=1');
    await throughputs(page);
    const figure = page.getByRole('figure', { name: 'Response time by percentile' });
    await figure.getByRole('button', { name: 'Show as a table' }).click();
    const listen = figure.getByRole('button', { name: 'Listen' });
    await listen.click();
    const stop = figure.getByRole('button', { name: 'Stop listening' });
    await expect(stop).toHaveAttribute('aria-pressed', 'true');
    // It comes to its end by itself.
    await expect(listen).toHaveAttribute('aria-pressed', 'false', { timeout: 10_000 });
    await listen.press('Enter');
    await stop.press('Enter');
    await expect(listen).toBeFocused();

    // Bars are no curve.
    const bars = page.getByRole('figure', { name: 'CPU time by activity' });
    await bars.getByRole('button', { name: 'Show as a table' }).click();
    await expect(bars.getByRole('table')).toBeVisible();
    await expect(bars.getByRole('button', { name: 'Listen' })).toHaveCount(0);
  },
);

for (const [lang, title, show] of [
  ['en', 'Response time by percentile', 'Show as a table'],
  ['zh-CN', '各百分位的响应时间', '以表格显示'],
] as const)
  test(`the numbers of a chart are sorted by any column, by keyboard (${lang})`, DEEP, async ({ page }) => {
    await openLabToPoint(page, `panel=charts&paused=1&lang=${lang}`);
    await throughputs(page);
    const figure = page.getByRole('figure', { name: title });
    await figure.getByRole('button', { name: show }).click();
    const header = figure.getByRole('columnheader').nth(1);
    const cells = () => figure.getByRole('row').locator('td:nth-of-type(1)').allTextContents();
    await expect(header).toHaveAttribute('aria-sort', 'none');
    const before = await cells();
    await header.getByRole('button').press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    const rising = await cells();
    await header.getByRole('button').press('Space');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(cells).not.toEqual(rising);
    await expect(header.getByRole('button')).toBeFocused();
    await header.getByRole('button').press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'none');
    await expect.poll(cells).toEqual(before);
  });
