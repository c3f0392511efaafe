import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLab, openLabToPoint, test, timeNs } from './page.ts';

const PANEL = 'panel=request&paused=1&t=12ms';

async function follow(page: Page, request: number, side = 'B'): Promise<void> {
  await page.getByRole('group', { name: 'Side' }).getByRole('button', { name: side }).click();
  await page.getByLabel('Request number').fill(`#${request}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`Request #${request} `) })).toBeVisible();
}

/** Nanoseconds of every line of the ledger, and the sum below it. */
async function ledger(page: Page): Promise<{ lines: number[]; total: number }> {
  const cells = await page.getByRole('table', { name: /^Response time of/ }).evaluate((table) => {
    const [body, foot] = ['tbody', 'tfoot'].map((part) =>
      [...table.querySelectorAll(`${part} tr td:first-of-type`)].map((cell) => cell.textContent ?? ''),
    );
    return { body: body ?? [], foot: foot ?? [] };
  });
  const ns = (text: string) => Number(text.replace(/[^\d]/g, ''));
  return { lines: cells.body.map(ns), total: ns(cells.foot[0] ?? '') };
}

test('a request is followed by its number, and its ledger adds up to its response time', async ({ page }) => {
  await openLab(page, `${PANEL}&run.measuredMs=150`);
  await follow(page, 5003);
  const { lines, total } = await ledger(page);
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
  await expect(page.getByText(`The rows add up to ${total.toLocaleString('en')} ns`)).toBeVisible();
  await expect(page.getByText(/^#5003 starts at .+ on B\.$/)).toBeVisible();
  // Far from the playhead, which has not moved; F goes there.
  expect(await timeNs(page)).toBe(12_000_000);
  await page.getByRole('tab', { name: 'One request' }).focus();
  await page.keyboard.press('f');
  await expect.poll(() => timeNs(page)).not.toBe(12_000_000);
  const begin = await timeNs(page);
  await expect(page.getByText('Following #5003 on both sides')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByText('Following #5003. Esc stops following.')).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('.');
  await expect.poll(() => timeNs(page)).toBe(begin + (lines[0] ?? 0));
  await page.keyboard.press(',');
  await expect.poll(() => timeNs(page)).toBe(begin);
  await expect(page.locator('[data-lit]')).not.toHaveCount(0);
  await page.keyboard.press('>');
  await expect(page.getByText('Following #5003 on both sides')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Follow a request' })).toBeVisible();
});

test('two requests side by side are in the link', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLabToPoint(page, PANEL);
  await follow(page, 5003);
  // Below one line of controls where the time went begins in sight.
  const tops = await page
    .getByRole('group', { name: 'Request' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().bottom / 9)));
  expect(new Set(tops).size).toBe(1);
  for (const part of [
    page.getByText(/starts at .* response time/),
    page.locator('[data-phase] button').nth(2),
    page.getByRole('heading', { name: 'Why did the request wait?' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  // The next on its connection, and the one after that, without opening the menu again; Esc closes it, and lets go of nothing.
  await page.getByRole('button', { name: 'Neighbours' }).press('Enter');
  const next = page.getByRole('menuitem', { name: 'Next on its connection' });
  await next.press('Enter');
  await expect(page.getByRole('heading', { name: /Request #5003 / })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Previous on its connection' }).press('Enter');
  await expect(page.getByRole('heading', { name: /Request #5003 / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(next).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /Request #5003 / })).toBeVisible();
  await page.getByRole('button', { name: 'Compare with', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Same number on side A' }).press('Enter');
  await expect(page.getByRole('heading', { name: /Request #5003 / })).toHaveCount(2);
  await expect(page).toHaveURL(/follow=b(:|%3A)5003&compare=a(:|%3A)5003/);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Request #5003 / })).toHaveCount(2);
});

test('spans of the drawings say their names to a pointer', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLabToPoint(page, 'follow=a:180&panel=request&paused=1');
  const spans = page.locator('[role="slider"] svg rect:has(> title)');
  await expect(spans.first()).toBeVisible();
  const widths = await spans.evaluateAll((all) => all.map((span) => span.getBoundingClientRect().width));
  // Only what is itself a target can be hovered.
  await spans.nth(widths.indexOf(Math.max(...widths))).hover({ timeout: 20_000 });
});

test('a dot on the stage leads to its way', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'paused=1&t=12ms');
  const list = page.getByRole('button', { name: 'List all threads' });
  const waiting = page.getByRole('button', { name: /^#\d+: waiting for a connection/ }).first();
  await list.click();
  await expect(waiting).toBeVisible();
  await page.keyboard.press('t');
  await expect(list).toBeVisible();
  await page.keyboard.press('t');
  await waiting.click();
  await page.getByRole('button', { name: 'Where its time goes' }).click();
  await expect(page.getByRole('tab', { name: 'One request' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Time breakdown' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Space-time diagram' })).toBeVisible();
});

test('why it waited leads from the pool to the wire, one press a step', DEEP, async ({ page }) => {
  await openLabToPoint(page, PANEL);
  await page.getByRole('group', { name: 'Side' }).getByRole('button', { name: 'A' }).click();
  await page.getByRole('button', { name: 'Slowest so far' }).first().click();
  const why = page.getByRole('region', { name: 'Why did the request wait?' });
  await expect(why).toContainText('waiting for a connection');
  await why.getByRole('button', { name: /^Why was #/ }).click();
  await expect(why).toContainText('The chain ends here: the network is the bottleneck.');
  await expect(why).toContainText('half the round trip');
  // Of all that only the newest step is read out.
  const told = page.getByRole('status').filter({ hasText: /^At that time, #\d+: [^.]+, for [\d.]+\s.s\.$/ });
  await expect(told).toBeAttached();
  await expect(page.locator('[aria-live]:not([aria-live=off])').filter({ has: why })).toHaveCount(0);
});

test(
  'a caller that starves is told who had the connections, and the chain goes on to them',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=request&t=8ms&paused=1&follow=a:87');
    const why = page.getByRole('region', { name: 'Why did the request wait?' });
    await expect(why).toContainText('all connections were in use by other requests');
    await expect(why).toContainText(
      /[\d,]+ other requests got a connection at that time\. [\d,]+ of them had arrived later/,
    );
    await expect(why).toContainText(/Longest: #\d+ held connection \d for /);
    await expect(why).not.toContainText('not recorded');
    await why.getByRole('button', { name: /^Why was #/ }).click();
    await expect(why).toContainText('The chain ends here: the network is the bottleneck.');
  },
);

test(
  'the answer to a line of the ledger is in sight as soon as the line is chosen, also when two are compared',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openLabToPoint(page, 'panel=request&follow=b:188&compare=b:596&t=20ms&paused=1');
    await page.getByRole('button', { name: 'Full height' }).click();
    const why = page.getByRole('region', { name: 'Why did the request wait?' });
    const lines = page.locator('[data-phase] button');
    await expect(lines.first()).toBeVisible();
    // Names have room: every line of the table is one line of text.
    for (const line of await lines.all())
      expect((await line.boundingBox())?.height, (await line.textContent()) ?? '').toBeLessThan(30);
    // And no drawing reaches beyond the window.
    const drawing = page.getByRole('figure', { name: 'Space-time diagram' }).locator('svg').first();
    await expect
      .poll(async () => {
        const box = await drawing.boundingBox();
        return box ? box.x + box.width : Number.POSITIVE_INFINITY;
      })
      .toBeLessThanOrEqual(1440);
    for (const name of ['Wire back', 'Wire to the server']) {
      const line = page.locator('[data-phase] button', { hasText: name });
      await line.click();
      await expect(why).toContainText('Chosen phase:');
      await expect(why.getByRole('heading')).toBeInViewport();
      await expect(line).toBeInViewport();
      await expect(line).toBeFocused();
    }
  },
);

for (const [lang, whole, waited, unseen, parts] of [
  [
    'en',
    'Why did the request wait?',
    'no thread took any of its parts',
    'the caller had not polled yet',
    'its 30 parts',
  ],
  ['zh-CN', '请求为什么在等？', '没有工作线程接手请求的任何部分', '调用方还没有轮询到', '30 个部分'],
] as const)
  test(
    `a batch on several nodes waits for its parts, and for its caller to look, in ${lang}`,
    DEEP,
    async ({ page }) => {
      await openLabToPoint(
        page,
        `a=cluster-spring-mget&panel=request&paused=1&t=690ms&follow=a:30&lang=${lang}`,
      );
      const why = page.getByRole('region', { name: whole });
      await expect(why).toContainText(waited);
      await expect(why).toContainText(unseen);
      const drawing = page.getByRole('figure').filter({ hasText: parts });
      // A line for what it was served, one for what it waited, of each part and of the batch itself.
      await expect(drawing.locator('svg g[clip-path]')).toHaveCount(31);
    },
  );

test(
  'the code it is in has every kind of thread that serves it, I/O threads included',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'a=redis6-io-threads-4&only=a&panel=request&paused=1&t=3ms&follow=a:120');
    const lens = page.getByRole('region', { name: /^Pseudo-code/ });
    const titles = ['Caller: blocking pool', 'Redis 6 and 7, main thread', 'I/O thread of Redis 6 and 7'];
    for (const name of titles) await expect(lens.getByRole('heading', { name })).toBeVisible();
    // One line of each is marked, wherever the show goes.
    const lit = lens.locator('li[data-lit]');
    await expect(lit).toHaveCount(3);
    await page.evaluate(() => globalThis.lab.player?.seek(5_000_000));
    await expect.poll(() => timeNs(page)).toBe(5_000_000);
    await expect(lit).toHaveCount(3);
    await lens.getByRole('button', { name: 'Show the code' }).click();
    await expect(lit).toHaveCount(0);
  },
);

test('two requests stand side by side with what the second one took more', DEEP, async ({ page }) => {
  await openLabToPoint(page, PANEL);
  await page.getByRole('button', { name: 'Median' }).first().click();
  await expect(page.getByRole('region', { name: 'Time breakdown' })).toBeVisible();
  const compare = page.getByRole('button', { name: 'Compare with', exact: true });
  await compare.click();
  await page.getByRole('menuitem', { name: 'Slowest so far' }).click();
  await expect(page.getByRole('columnheader', { name: 'Difference' })).toBeVisible();
  await compare.click();
  await page.getByRole('menuitem', { name: 'Same number on side B' }).click();
  await expect(page.getByRole('heading', { name: /^B/ })).toBeVisible();
});

test(
  'before the first answer none can be chosen: the way there is offered, and what is there can be followed',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'panel=request&paused=1&t=100us');
    await page.getByRole('button', { name: 'p99', exact: true }).click();
    await expect(page.getByText('No request completed yet on side A.')).toBeVisible();
    await page.getByRole('button', { name: 'Go to the first reply' }).press('Enter');
    await expect(page.getByText(/First reply on side A: #\d+ completes here/)).toBeVisible();
    await expect.poll(() => timeNs(page)).toBeGreaterThan(500_000);
    const follow = page.getByRole('button', { name: /^Follow #\d+$/ });
    await expect(follow).toBeFocused();
    await follow.press('Enter');
    await expect(page.getByRole('region', { name: 'Time breakdown' })).toContainText('The rows add up to');
  },
);

test('the way to begin leads to the first answer where there is none before', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=request&paused=1&t=100us');
  await page.getByRole('button', { name: 'Follow the slowest so far' }).click();
  await expect(page.getByRole('region', { name: 'Time breakdown' })).toContainText('The rows add up to');
});

test('a number that is none, and a request that never comes, are said', DEEP, async ({ page }) => {
  await openLabToPoint(page, PANEL);
  await page.getByLabel('Request number').fill('twelve');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A request number is a whole number')).toBeVisible();
  await page.getByLabel('Request number').fill('4000000000');
  await page.keyboard.press('Enter');
  // Where it is looked for, and where it would be said to be followed.
  for (const place of [page.getByRole('tabpanel'), page.locator('#stage header').first()])
    await expect(place.getByText('has no request #4000000000')).toBeVisible();
  await expect(page.getByText(/^Following #4/)).toHaveCount(0);
});

for (const [theme, lang] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const) {
  test(`no accessibility violation while following in ${theme}, ${lang}`, DEEP, async ({ page }) => {
    await openLabToPoint(page, `${PANEL}&theme=${theme}&lang=${lang}`);
    await page
      .getByRole('button', { name: /^(Slowest so far|目前最慢)$/ })
      .first()
      .click();
    await expect(page.locator('[data-phase]').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
