/** "Your system" with the user's own Redis: one press reads its counters, and it may end in the middle. */
import { createClient } from '@redis/client';
import type { RedisProcess } from '../../src/bridge/server/redis-process.ts';
import { type OwnBridge, startBridge, startOwnRedis, stopBridge } from './own-bridge.ts';
import { expect, test as watched } from './page.ts';

interface Own {
  /** The user's Redis, which the bridge of the test did not start. */
  redis: RedisProcess;
  /** The token of its bridge. */
  token: string;
  bridge: OwnBridge;
}

const test = watched.extend<Own>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  redis: async ({}, use) => {
    const redis = await startOwnRedis();
    await use(redis);
    await redis.stop();
  },
  bridge: async ({ redis }, use) => {
    const bridge = await startBridge(redis.socketPath);
    await use(bridge);
    await stopBridge(bridge, 'SIGTERM');
  },
  baseURL: ({ bridge }, use) => use(bridge.address),
  token: ({ bridge }, use) => use(bridge.token),
});

test('one press reads counters, connections, slow commands and the round trip, without names', async ({
  page,
  redis,
  token,
}) => {
  const client = createClient({ socket: { path: redis.socketPath, tls: false } });
  client.on('error', () => undefined);
  await client.connect();
  const send = (...words: string[]) => client.sendCommand(words);
  await send('CLIENT', 'SETNAME', 'orders-of-acme');
  await send('CONFIG', 'SET', 'slowlog-log-slower-than', '1000');
  await send('SET', 'customer:4711', 'secret of a customer');
  await send('EVAL', 'local n = 0 for i = 1, 3000000 do n = n + i end return n', '0');
  await send('CONFIG', 'RESETSTAT');
  for (let count = 0; count < 200; count++) await send('GET', 'customer:4711');
  const keys = await send('DBSIZE');

  await page.goto(`#/system?lang=en&bridge=${token}`);
  await page.getByRole('button', { name: 'Read the connected Redis' }).click();
  // Who does not wait for the second reading gets the means since the start.
  await page.getByRole('button', { name: 'Use the first reading' }).click();
  const pieces = page.getByRole('list', { name: 'Texts so far' }).getByRole('listitem');
  await expect(pieces).toHaveText([/^INFO/, /^CLIENT LIST/, /^SLOWLOG GET/]);
  // The slow script is the finding, with its line; the rest of what was read is shown.
  const slow = page.getByRole('article').filter({ hasText: 'A slow command delays all others' });
  await expect(slow).toContainText('SLOWLOG GET, line');
  await pieces.first().locator('summary').click();
  await expect(page.getByRole('region', { name: 'INFO' })).toContainText('cmdstat_get:calls=200');
  await pieces.nth(1).locator('summary').click();
  await expect(page.getByRole('region', { name: 'CLIENT LIST' })).toContainText('name=•••');
  // Names, keys and values are nowhere, also not in what the browser keeps.
  const everything = await page.evaluate(() => document.body.innerText + JSON.stringify(localStorage));
  expect(everything).not.toMatch(/orders-of-acme|customer|4711/);
  // With a client beside it, the round trip is the measured one.
  await page
    .getByRole('textbox', { name: /configuration or counters/ })
    .fill('spring.data.redis.client-type=jedis\nspring.data.redis.jedis.pool.max-active=8\n');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const rtt = page.getByRole('textbox', { name: /^Round-trip time/ });
  await expect(rtt).toBeVisible();
  expect(Number(await rtt.inputValue())).not.toBe(500);
  await expect(page.getByText('Your answer.').first()).toBeVisible();
  // A second press replaces what the first one read, and its rates are those between two readings.
  await page.getByRole('button', { name: 'Read the connected Redis' }).click();
  const wait = page.getByRole('progressbar', { name: /The second reading starts in \d s/ });
  await expect(wait).toBeVisible();
  await send('GET', 'customer:4711');
  await expect(wait).toHaveCount(0, { timeout: 15_000 });
  await expect(pieces).toHaveCount(4);
  const info = pieces.filter({ hasText: /^INFO/ });
  await info.locator('summary').click();
  const text = await page.getByRole('region', { name: 'INFO' }).innerText();
  expect(text.match(/# Server/g)).toHaveLength(2);
  expect(text.match(/cmdstat_get:calls=20[01]/g)).toEqual(['cmdstat_get:calls=200', 'cmdstat_get:calls=201']);
  // Nothing was written.
  expect(await send('DBSIZE')).toBe(keys);
  client.destroy();

  // Redis ends: the press says so, and what was read stays.
  process.kill(redis.pid() ?? 0, 'SIGKILL');
  await page.getByRole('button', { name: 'Read the connected Redis' }).click();
  await expect(page.getByText(/Redis does not reply/).first()).toBeVisible();
  await expect(pieces).toHaveCount(4);
  await expect(slow).toBeVisible();
});
