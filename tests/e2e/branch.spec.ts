/** A branch from the past: the same until an instant, changed from there on, the old future beside it. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLab, openLabToPoint, setting, test, throughputs, timeNs } from './page.ts';

const SHORT = 'a=jedis-pool-50&b=jedis-pool-8&run.warmupMs=2&run.measuredMs=60&paused=1';

/** Moves a slider's handle to a share of its way. */
async function drag(page: Page, name: string, to: number): Promise<void> {
  const slider = page.getByRole('slider', { name, exact: true });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error(`no slider ${name}`);
  const value = Number(await slider.inputValue()) / Number(await slider.getAttribute('max'));
  await page.mouse.move(box.x + 8 + value * (box.width - 16), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, box.y + box.height / 2, { steps: 12 });
  await page.mouse.up();
}

test('B becomes A, is changed from the instant on screen, and keeps A as it was', async ({ page }) => {
  await openLab(page, `${SHORT}&t=20ms`);
  await page.keyboard.press('y');
  const bar = page.getByRole('complementary', { name: 'Branch' });
  await expect(bar).toContainText('equals A until 20 ms');
  await expect.poll(() => setting(page, 'b', 'client.connections.maxTotal')).toBe(50);
  const [same, alike] = await throughputs(page);
  expect(alike).toBe(same);

  const rtt = page.getByRole('textbox', { name: 'Round-trip time, side B (µs)' });
  await rtt.fill('4000');
  await expect(bar).toContainText('then Round-trip time 1 ms → 4 ms');
  await expect.poll(async () => (await throughputs(page))[1]).toBeLessThan(same / 2);
  // In one line; the rest is there when it is asked for.
  expect((await bar.boundingBox())?.height).toBeLessThan(48);
  await expect(bar.getByText('Metrics of both sides start at 20 ms')).toBeHidden();
  expect((await throughputs(page))[0]).toBe(same);
  // The change has a name on every axis of time, in the drawing and in the text beside it.
  const sentence = 'At 20 ms, B changes: Round-trip time 1 ms → 4 ms.';
  await expect(page.getByTitle(new RegExp(sentence.replaceAll(' ', '\\s')))).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAccessibleDescription(
    new RegExp(sentence.replaceAll(' ', '\\s')),
  );
  const chart = page.getByRole('figure', { name: 'Throughput over time' });
  await expect(chart).toContainText('▾B Round-trip time 4 ms');
  await expect(chart).toContainText(sentence);
  await page.getByRole('tab', { name: 'Threads' }).click();
  const timeline = page.getByRole('figure', { name: 'Thread timeline' });
  await expect(timeline, 'A is not changed').not.toContainText(sentence);
  await timeline.getByRole('button', { name: /B$/ }).click();
  await expect(timeline).toContainText(sentence);
  await page.getByRole('tab', { name: 'Metrics' }).click();
  // Until the branch the two are one run.
  await page.evaluate(() => globalThis.lab.player?.seek(19_000_000));
  await expect.poll(() => timeNs(page)).toBe(19_000_000);
  const inProgress = () =>
    page.evaluate(() => globalThis.lab.player?.tracks.map(({ frame }) => [...frame.threads.state].join()));
  const [a, b] = (await inProgress()) ?? [];
  expect(b).toBe(a);
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: /^Leave, restore/ }).click();
  await expect(bar).toHaveCount(0);
  await expect(page).not.toHaveURL(/branch=/);
});

test(
  'a second branch beside the first: both are kept, named and shown again, also after a reload',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, `${SHORT}&t=20ms`);
    await page.keyboard.press('y');
    const bar = page.getByRole('complementary', { name: 'Branch' });
    await expect(bar).toContainText('equals A until 20 ms');
    await page.getByRole('textbox', { name: 'Round-trip time, side B (µs)' }).fill('4000');
    await expect(bar).toContainText('then Round-trip time 1 ms → 4 ms');
    await page.evaluate(() => globalThis.lab.player?.seek(30_000_000));
    await expect.poll(() => timeNs(page)).toBe(30_000_000);
    await page.getByRole('button', { name: 'Branch from here' }).click();
    await expect(bar).toContainText('equals A until 30 ms');
    await page.getByRole('textbox', { name: 'Pool size, side B' }).fill('60');
    await expect(bar).toContainText('then Pool size 50 → 60');
    const tree = bar.getByRole('tree');
    // Folded until it is wanted: the results need the room. What was unfolded stays so with the next branch.
    await expect(tree).toBeHidden();
    const results = await page.getByRole('tablist', { name: 'Results' }).boundingBox();
    expect((results?.y ?? 1e9) + (results?.height ?? 0)).toBeLessThanOrEqual(900);
    await bar.getByText('Branch tree (2)').click();
    await expect(tree.getByRole('treeitem')).toHaveCount(3);
    await tree.getByRole('treeitem').nth(1).focus();
    await bar.getByRole('button', { name: 'Rename B1 · Round-trip time 1 ms → 4 ms' }).click();
    await bar.getByRole('textbox', { name: 'Name of the branch' }).fill('far away');
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(bar).toContainText('then Pool size 50 → 60');
    await bar.getByText('Branch tree (2)').click();
    await tree.getByRole('treeitem', { name: /far away/ }).click();
    await expect(bar).toContainText('equals A until 20 ms, then Round-trip time 1 ms → 4 ms');
    await expect(tree.getByRole('treeitem', { name: /far away/, selected: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await bar.getByRole('button', { name: 'Delete B2 · Pool size 50 → 60' }).click();
    await expect(tree.getByRole('treeitem')).toHaveCount(2);
    await bar.getByRole('button', { name: 'Leave branch' }).click();
    await expect(bar).toHaveCount(0);
    await expect(page).not.toHaveURL(/branch=/);
  },
);

test('what cannot change while a system runs is said, and can be put back', DEEP, async ({ page }) => {
  await openLabToPoint(page, `${SHORT}&t=20ms`);
  await page.getByRole('button', { name: 'Branch from here' }).click();
  const bar = page.getByRole('complementary', { name: 'Branch' });
  await expect(bar).toContainText('equals A until 20 ms');
  const cores = Number(await setting(page, 'b', 'client.cores'));
  await page.locator('summary', { hasText: 'All settings' }).click();
  await page.getByRole('searchbox', { name: /^Search, for example/ }).fill('client cores');
  await page.getByRole('textbox', { name: 'Client cores, side B' }).fill('3');
  await expect(bar).toContainText('Client cores cannot change in a running system');
  // Figures that arrive may move the button away while it is held down: the press counts all the same.
  await throughputs(page);
  const putBack = bar.getByRole('button', { name: 'Revert' });
  await putBack.hover();
  await page.mouse.down();
  await page.evaluate(() =>
    document.getElementById('stage')?.insertAdjacentHTML('beforebegin', '<br><br><br>'),
  );
  await page.mouse.up();
  await expect(bar).toContainText('equals A until 20 ms');
  await expect.poll(() => setting(page, 'b', 'client.cores')).toBe(cores);
});

test('a branch is branched again, and the tree is gone through by keyboard', DEEP, async ({ page }) => {
  await openLabToPoint(page, `${SHORT}&t=20ms`);
  await page.keyboard.press('y');
  const bar = page.getByRole('complementary', { name: 'Branch' });
  // B had a pool of its own before: only now it is A.
  await expect(bar).toContainText('equals A until 20 ms');
  await page.getByRole('textbox', { name: 'Pool size, side B' }).fill('80');
  await expect(bar).toContainText('then Pool size 50 → 80');
  // A run that is still being opened begins where the one before was.
  await expect(async () => {
    await page.evaluate(() => globalThis.lab.player?.seek(40_000_000));
    expect(await timeNs(page)).toBe(40_000_000);
  }).toPass();
  await bar.getByText('More', { exact: true }).click();
  await bar.getByRole('button', { name: 'Branch B from here' }).click();
  await expect(bar).toContainText('A is itself a branch from 20 ms on: B1, Pool size 50 → 80');
  await expect(bar).toContainText('equals A until 40 ms');
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(80);
  const [same, alike] = await throughputs(page);
  expect(alike).toBe(same);
  await page.getByRole('textbox', { name: 'Round-trip time, side B (µs)' }).fill('4000');
  await expect(bar).toContainText('equals A until 40 ms, then Round-trip time 1 ms → 4 ms');
  await expect.poll(async () => (await throughputs(page))[1]).toBeLessThan(same / 2);
  expect(await violations(page)).toEqual([]);
  const before = await throughputs(page);

  // The link has all of it.
  await page.reload();
  await expect(bar).toContainText('A is itself a branch from 20 ms on: B1, Pool size 50 → 80');
  await expect.poll(() => throughputs(page)).toEqual(before);

  // The other branch by keyboard, and back.
  const tree = bar.getByRole('tree');
  const items = tree.getByRole('treeitem');
  await bar.getByText('Branch tree (2)').focus();
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(3);
  await expect(items.nth(2)).toHaveAccessibleName('B B2 · Round-trip time 1 ms → 4 ms, at 40 ms of B1');
  await items.nth(2).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('equals A until 20 ms, then Pool size 50 → 80');
  await expect(items.nth(1)).toBeFocused();
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
  await page.keyboard.press('Home');
  await expect(items.nth(0)).toBeFocused();

  // What goes with a branch is said before it is forgotten, and can be brought back.
  await bar.getByRole('button', { name: 'Branch here' }).click();
  await expect(items).toHaveCount(4);
  await expect(items.nth(3)).toContainText('B3 · ');
  // The bar says more once the branch is on screen, and what is pressed meanwhile moves.
  await expect(bar).toContainText('Changes to B apply from then on.');
  await throughputs(page);
  await items.nth(1).focus();
  await bar.getByRole('button', { name: 'Delete B1 · Pool size 50 → 80' }).click();
  await expect(bar).toContainText('Deleting B1 · Pool size 50 → 80 also deletes a branch derived from it.');
  await bar.getByRole('button', { name: 'Delete 2 branches' }).click();
  await expect(items).toHaveCount(2);
  await expect(items.nth(1)).toContainText('B3 · ');
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(items).toHaveCount(4);
});

test('the tree speaks Chinese', DEEP, async ({ page }) => {
  const tree = encodeURIComponent(
    'jedis-pool-50;~20ms!~client.connections.maxTotal:80;*;~30ms-1~network.rttUs:400',
  );
  const b = 'b.client.connections.maxTotal=80&b.network.rttUs=4000&branch=40ms';
  await openLabToPoint(
    page,
    `a=jedis-pool-50&b=jedis-pool-50&run.warmupMs=2&run.measuredMs=60&paused=1&t=41ms&${b}&branches=${tree}&lang=zh-CN`,
  );
  const bar = page.getByRole('complementary', { name: '分支' });
  await expect(bar).toContainText('A 本身也是一条分支：B1，自 20');
  await bar.getByText('分支树（3 条）').click();
  await expect(bar.getByRole('treeitem')).toHaveCount(4);
  await expect(bar.getByRole('treeitem').nth(2)).toContainText('B1 的 40');
  expect(await violations(page)).toEqual([]);
});

test(
  'a knob that is dragged in the middle of a run branches once, keeps the hand on it, and can be meant from the start',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, `${SHORT}&t=20ms`);
    await drag(page, 'Round-trip time, slider', 0.9);
    const bar = page.getByRole('complementary', { name: 'Branch' });
    await expect(bar).toContainText('equals A until 20 ms, then Round-trip time 1 ms → ');
    await expect(bar).toContainText('You changed a setting at 20 ms. B has the change from then on');
    // The hand is still on the same slider, which is B's now.
    const ofB = page.getByRole('slider', { name: 'Round-trip time, side B, slider' });
    await expect(ofB).toBeFocused();
    const reached = Number(await setting(page, 'b', 'network.rttUs'));
    expect(reached).toBeGreaterThan(10_000);
    expect(await setting(page, 'a', 'network.rttUs')).toBe(1000);
    await expect(ofB).toHaveValue(await ofB.evaluate((slider: HTMLInputElement) => slider.value));
    await expect(bar.getByRole('tree')).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBeLessThan(reached);
    expect(await violations(page)).toEqual([]);

    await bar.getByRole('button', { name: 'Start over instead' }).click();
    await expect(bar).toHaveCount(0);
    const both = () => Promise.all((['a', 'b'] as const).map((side) => setting(page, side, 'network.rttUs')));
    await expect.poll(async () => new Set(await both()).size).toBe(1);
    expect(await setting(page, 'b', 'client.connections.maxTotal')).toBe(8);
    expect(await setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
    await page.getByRole('textbox', { name: 'Round-trip time (µs)' }).fill('700');
    await expect.poll(both).toEqual([700, 700]);
    await expect(bar).toHaveCount(0);

    // Another visit, and a knob that each side has on its own.
    await page.reload();
    await page.waitForFunction(() => globalThis.lab?.player?.tracks.every(({ frame }) => frame.known));
    await drag(page, 'Pool size, side A, slider', 0.95);
    await expect(bar).toContainText('then Pool size 50 → ');
    await expect(page.getByRole('slider', { name: 'Pool size, side B, slider' })).toBeFocused();
    expect(await setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
    expect(Number(await setting(page, 'b', 'client.connections.maxTotal'))).toBeGreaterThan(200);

    // Leaving brings back what was compared.
    await bar.getByRole('button', { name: /^Leave, restore/ }).click();
    await expect(bar).toHaveCount(0);
    await expect.poll(() => setting(page, 'b', 'client.connections.maxTotal')).toBe(8);

    // What a running system cannot change begins again, and says why.
    await page.getByRole('textbox', { name: 'Client cores', exact: true }).fill('3');
    const note = page.getByRole('complementary', { name: 'Why the run restarted' });
    await expect(note).toContainText('Client cores cannot change in a running system');
    expect(await violations(page)).toEqual([]);
    await note.getByRole('button', { name: 'Close' }).click();
    await expect(note).toHaveCount(0);
  },
);

test(
  'a knob of B alone branches B, and a branch that is changed later is branched again',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, `${SHORT}&t=20ms`);
    const bar = page.getByRole('complementary', { name: 'Branch' });
    // A knob of B's own: B as it was is A now, and the hand stays on B's knob.
    await drag(page, 'Pool size, side B, slider', 0.9);
    await expect(bar).toContainText('B changes at 20 ms.');
    await expect(bar).toContainText('equals A until 20 ms, then Pool size 8 → ');
    // What was compared is not on screen any more: that is said, and where it is.
    await expect(bar).toContainText('A was “Jedis, pool of 50” before');
    await expect(page.getByRole('slider', { name: 'Pool size, side B, slider' })).toBeFocused();
    expect(await setting(page, 'a', 'client.connections.maxTotal')).toBe(8);
    expect(Number(await setting(page, 'b', 'client.connections.maxTotal'))).toBeGreaterThan(100);
    expect(await violations(page)).toEqual([]);
    // Later in the branch it is branched again, with the hand still there.
    await expect(async () => {
      await page.evaluate(() => globalThis.lab.player?.seek(30_000_000));
      expect(await timeNs(page)).toBe(30_000_000);
    }).toPass();
    await drag(page, 'Pool size, side B, slider', 0.3);
    await expect(bar).toContainText('equals A until 30 ms, then Pool size ');
    await expect(page.getByRole('slider', { name: 'Pool size, side B, slider' })).toBeFocused();
    await bar.getByText('Branch tree (2)').click();
    await expect(bar.getByRole('treeitem')).toHaveCount(3);
    // Once the hand has left the knob, A stands above B as at all others.
    const above = () =>
      page.evaluate(() =>
        ['A', 'B'].map(
          (side) =>
            document.querySelector(`input[aria-label^="Pool size, side ${side}"]`)?.getBoundingClientRect().y,
        ),
      );
    await expect.poll(async () => Number((await above())[0]) < Number((await above())[1])).toBe(true);
    await bar.getByRole('button', { name: 'Change the branch instead' }).click();
    await expect(bar).toContainText('equals A until 20 ms');
    await bar.getByRole('button', { name: 'Leave, restore “Jedis, pool of 50”' }).click();
    await expect(bar).toHaveCount(0);
    await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
    await expect.poll(() => setting(page, 'b', 'client.connections.maxTotal')).toBe(8);
  },
);

test('a first branch waits for no further script', DEEP, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await openLabToPoint(
    page,
    'a=jedis-pool-50&b=jedis-pool-8&run.warmupMs=2&run.measuredMs=60&speed=1000&t=20ms',
  );
  await throughputs(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.evaluate(() => globalThis.lab.player?.seek(20_000_000));
  await page.waitForTimeout(500);
  const before = scripts.length;
  await page.getByRole('textbox', { name: 'Pool size, side B' }).fill('9');
  await expect(page.getByRole('complementary', { name: 'Branch' })).toContainText('Pool size 8 → 9');
  expect(scripts.slice(before)).toEqual([]);
});

test(
  'a knob that is changed in a mere pause changes the run that is on screen, and branches once one has gone back',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(
      page,
      'a=jedis-pool-50&b=jedis-pool-8&run.warmupMs=2&run.measuredMs=60&speed=1000000',
    );
    await expect.poll(() => timeNs(page)).toBeGreaterThan(1_000_000);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const pausedNs = await timeNs(page);
    const size = page.getByRole('textbox', { name: 'Pool size, side B' });
    for (const value of [9, 10]) {
      await size.fill(String(value));
      await expect.poll(() => setting(page, 'b', 'client.connections.maxTotal')).toBe(value);
      await throughputs(page);
    }
    const bar = page.getByRole('complementary', { name: 'Branch' });
    await expect(bar).toHaveCount(0);
    expect(await timeNs(page)).toBe(pausedNs);
    await page.getByRole('button', { name: 'Previous event' }).click();
    await expect.poll(() => timeNs(page)).toBeLessThan(pausedNs);
    await size.fill('11');
    await expect(bar).toContainText('Pool size 10 → 11');
  },
);

test(
  'the browser’s way back leads from a branch to what was compared before, at its instant, and on to the branch again',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'a=jedis-pool-8&b=lettuce-shared&t=100ms&paused=1');
    const other = page.getByRole('heading', { name: 'Lettuce, one shared connection' });
    const bar = page.getByRole('complementary', { name: 'Branch' });
    await page.keyboard.press('y');
    await expect(bar).toContainText('equals A until 100 ms');
    await expect(other).toHaveCount(0);
    await expect(page).toHaveURL(/branch=100ms/);
    await page.goBack();
    await expect(other).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect.poll(() => timeNs(page)).toBe(100_000_000);
    await page.goForward();
    await expect(bar).toContainText('equals A until 100 ms');
  },
);
