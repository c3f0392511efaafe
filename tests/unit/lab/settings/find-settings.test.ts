/** The search in the list of all settings. */
import { expect, it } from 'vitest';
import { isFound } from '../../../../src/lab/settings/find-settings.ts';

const pool = ['Pool size', 'client.connections.maxTotal', 'Connections'];

it.each(['pool', 'POOL size', 'maxtotal', 'connections size', 'ｐｏｏｌ', ''])(
  'finds a setting by “%s”',
  (query) => {
    expect(isFound(query, pool)).toBe(true);
  },
);

it('needs every word', () => {
  expect(isFound('pool timeout', pool)).toBe(false);
});
