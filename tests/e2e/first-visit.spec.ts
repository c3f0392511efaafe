/** The first visit to the Lab: stage, verdict and five knobs; all else is one press away, and the choice is kept. */
import { expect, openLab, SHORT_RUN, setting, test, throughputs } from './page.ts';

test.use({ isFirstVisit: true });

const FIRST = `a=jedis-pool-8&b=jedis-pool-50&${SHORT_RUN}&paused=1`;

test('shows the stage, the verdict and the first knobs without scrolling; links and a choice show more', async ({
  page,
}) => {
  // What a link shows is not kept: the visits after it are first ones.
  await openLab(page, `${FIRST}&panel=charts`);
  await expect(page.getByRole('tabpanel', { name: 'Charts' })).toBeVisible();
  await page.goto(`#/lab?${FIRST}&layout=full`);
  await expect(page.getByRole('tab')).toHaveCount(6);
  await page.goto('about:blank');
  await openLab(page, FIRST);
  await throughputs(page);
  await expect(page.locator('[data-verdict]')).toHaveText(/^B has [\d.]+× the throughput\.$/);
  for (const part of [
    page.locator('[data-verdict]'),
    page.locator('#stage canvas').first(),
    page.getByRole('group', { name: 'Slow commands' }),
    page.getByRole('button', { name: 'Show everything' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('tabpanel')).toHaveCount(0);

  // A panel is one press away, and closes by another.
  const metrics = page.getByRole('tab', { name: 'Metrics' });
  await metrics.click();
  await expect(page.getByRole('tabpanel', { name: 'Metrics' })).toBeVisible();
  const stage = page.locator('#stage canvas').first();
  await page.getByRole('button', { name: 'Full height' }).click();
  await expect(stage).toBeHidden();
  // Closed again, it gives the stage its room back.
  await metrics.click();
  await expect(page.getByRole('tabpanel')).toHaveCount(0);
  await expect(stage).toBeVisible();
  await expect(page.getByRole('button', { name: 'Full height' })).toHaveCount(0);

  await test.step('a system is entered in the words of its owner, by the first knobs alone', async () => {
    const type = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text);
    await type('Round-trip time (µs)', '0.5 ms');
    await type('Reply size (B)', '3 KB');
    const slow = page.getByRole('group', { name: 'Slow commands' });
    await slow.getByRole('textbox').first().fill('1 %');
    await slow.getByRole('textbox').last().fill('20 ms');
    for (const side of ['a', 'b'] as const) {
      await expect.poll(() => setting(page, side, 'network.rttUs')).toBe(500);
      await expect.poll(() => setting(page, side, 'workload.command.replyBytes')).toBe(3072);
      await expect.poll(() => setting(page, side, 'workload.second.share')).toBe(0.01);
      await expect.poll(() => setting(page, side, 'workload.second.execUs.value')).toBe(20_000);
    }
    // A wrong unit is refused beside the input, which keeps the text.
    const reply = page.getByRole('textbox', { name: 'Reply size (B)' });
    await reply.fill('3 kg');
    await expect(reply).toHaveAccessibleDescription(/Allowed units: B, KB, MB, GB/);
    await expect(reply).toHaveValue('3 kg');
    expect(await setting(page, 'a', 'workload.command.replyBytes')).toBe(3072);
  });

  await page.locator('summary', { hasText: 'All settings' }).click();
  await page.getByRole('searchbox', { name: /^Search, for example/ }).fill('timeout');
  await expect(page.getByRole('textbox', { name: /^Command timeout/ }).first()).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('tab')).toHaveCount(6);
  await page.goto('about:blank');
  await openLab(page, FIRST);
  await expect(page.getByRole('tab')).toHaveCount(6);
});
