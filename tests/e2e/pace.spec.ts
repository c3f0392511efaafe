/** How time runs: both sides kept together otherwise than by model time, time stretched for one request; what the stage's parts are. */
import { DEEP, expect, openLab, openLabToPoint, test } from './page.ts';

test.use({ isMotionWatched: true });

const RUN = 'paused=1&run.warmupMs=2&run.measuredMs=60';

test('both sides by completed requests, then by one request, whose time is stretched; all by keyboard, and in the link', async ({
  page,
}) => {
  await openLab(page, `${RUN}&t=6ms&follow=a:1000`);
  await page.keyboard.press('g');
  await expect.poll(() => page.url()).toContain('sync=completed');
  const note = page.getByRole('region', { name: 'Current playback alignment' });
  await expect(note).toContainText(/Both sides have completed \d+ requests/);
  const times = () =>
    page.evaluate(() => globalThis.lab.player?.tracks.map(({ frame }) => frame.timeNs) ?? []);
  await expect.poll(async () => (await times())[1]).toBeLessThan(6e6);
  expect((await times())[0]).toBe(6e6);
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(note).toContainText('Both sides are at the same point of #1000');
  await expect(note).toContainText('Not to scale.');
  // A phase of a few hundred nanoseconds can be read beside one of half a millisecond.
  await expect(note.getByRole('listitem').filter({ hasText: ', stretched ' }).first()).toBeAttached();
  await expect.poll(() => page.url()).toMatch(/sync=request.*follow=a(:|%3A)1000.*elastic=1/);
  await page.keyboard.press('g');
  await expect.poll(async () => new Set(await times()).size).toBe(1);
});

test(
  'the ruler numbers its phases, names them whole in a key, and says the scale inside the request and outside of it',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 't=20ms&paused=1&follow=b:596&elastic=1');
    const ruler = page.getByRole('figure', { name: 'Elastic time' });
    await expect(ruler).toContainText(
      'Outside the request, to scale: 1 s on screen = 200 µs in the model (5,000× slower).',
    );
    const key = ruler.locator('ol li');
    await expect(key.first()).toHaveText(/^1 Preparing the command/);
    await expect(key.filter({ hasText: 'Wire back' }).locator('svg')).toHaveCount(1);
    for (const text of [...(await key.all()), ...(await ruler.locator('[title]').all())])
      expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
        0,
      );
    await page.keyboard.press('f');
    await expect(ruler).toContainText('Not to scale. Now: 1 s on screen = ');
    await page.evaluate(() => globalThis.lab.player?.setSpeed(0));
    await expect(ruler).toContainText('Not to scale. Now: One event per key press.');
  },
);

test(
  'the sheet says what each way means; without a request it says what is missing',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, RUN);
    await page.getByRole('button', { name: 'Playback alignment' }).click();
    const sheet = page.getByRole('dialog', { name: 'Playback alignment' });
    await sheet.getByRole('radio', { name: 'the same point of the followed request' }).check();
    await expect(sheet.getByRole('status')).toContainText('No request is followed yet');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  },
);

test(
  'where the transport has no room for the names of the speeds, the sheet has them',
  DEEP,
  async ({ page }) => {
    // A usual laptop's window at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    await openLabToPoint(page, RUN);
    await expect(page.getByRole('button', { name: '2 ms/s' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Playback alignment' }).click();
    const sheet = page.getByRole('dialog', { name: 'Playback alignment' });
    for (const [name, speed] of [
      ['2 ms/s', 2e6],
      ['Steps', 0],
    ] as const) {
      await sheet.getByRole('radio', { name }).check();
      await expect.poll(() => page.evaluate(() => globalThis.lab.player?.playhead.speed)).toBe(speed);
      await expect(sheet.getByRole('radio', { name })).toBeInViewport();
    }
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
    // With room for them they are in the transport, and only there.
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('button', { name: '2 ms/s' })).toBeVisible();
    await expect(sheet.getByRole('radio', { name: '2 ms/s' })).toHaveCount(0);
  },
);

test(
  'what is this: by pointer and by keyboard; the wheel looks from farther away',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, `${RUN}&t=3ms`);
    await page.keyboard.press('i');
    const guide = page.getByRole('region', { name: 'What is this?' });
    await guide.getByRole('button', { name: 'Queue for a connection' }).press('Enter');
    await expect(guide.getByRole('status')).toContainText('Callers that wait for a connection');
    await expect(guide).toContainText('192 requests waiting for a connection');
    const canvas = page.locator('[data-side="a"] canvas').first();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('there is no stage');
    await page.mouse.move(box.x + box.width - 4, box.y + 4);
    await page.mouse.click(box.x + box.width - 4, box.y + 4);
    await expect(guide.getByRole('status')).toContainText('Server machine');
    // Beside the stage: an entry of the legend and a tab, and the knobs are there meanwhile.
    await page.getByRole('list', { name: 'Thread states' }).getByText('waiting for a reply').hover();
    await expect(guide.getByRole('status')).toContainText('The thread blocks until its reply arrives');
    await page.getByRole('tab', { name: 'Why?' }).hover();
    await expect(guide.getByRole('status')).toContainText('What limits each system');
    await expect(page.getByRole('textbox', { name: /^Round-trip time/ })).toBeVisible();
    // Whoever goes to them goes on reading what things are, above them.
    await page.getByRole('button', { name: 'Skip to the settings' }).press('Enter');
    await expect(page.locator('#knobs')).toBeFocused();
    await expect(guide).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(guide).toHaveCount(0);
    // Where the stage is now that it has more room. Once more looks no farther than from there.
    await expect(async () => {
      const now = await canvas.boundingBox();
      await page.mouse.move((now?.x ?? 0) + (now?.width ?? 0) / 2, (now?.y ?? 0) + 4);
      await page.mouse.wheel(0, 120);
      await expect.poll(() => page.url(), { timeout: 2_000 }).toContain('zoom=system');
    }).toPass();
  },
);
