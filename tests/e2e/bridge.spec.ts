import { DEEP, expect, openLab, SHORT_RUN, setting, test } from './page.ts';

const token = process.env.ROUNDTRIP_TOKEN ?? '';

test('with the printed address, the real Redis is named and measured, and its round trip can be used', async ({
  page,
}) => {
  await openLab(page, `${SHORT_RUN}&paused=1&bridge=${token}`);
  const status = page.getByRole('region', { name: 'Real Redis' });
  await expect(status).toContainText(/Redis \d+\.\d+\.\d+ on this machine PING median [\d.]+\s.s/);
  await status.getByRole('button', { name: 'Use as RTT' }).click();
  await expect.poll(() => setting(page, 'a', 'network.rttUs')).not.toBe(1000);
  expect(await setting(page, 'b', 'network.rttUs')).toBe(await setting(page, 'a', 'network.rttUs'));
  // The token is no part of what is shared.
  expect(await page.evaluate(() => globalThis.lab.link)).not.toContain(token);
  expect(page.url()).not.toContain(token);
});

test('without a token there is nothing of it', DEEP, async ({ page }) => {
  await openLab(page);
  await expect(page.getByRole('region', { name: 'Real Redis' })).toHaveCount(0);
});
