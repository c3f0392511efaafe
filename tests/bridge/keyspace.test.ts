/** Tests that a session's keys are removed: also from a server that is found again a moment later, or only by its end. */
import { expect, it } from 'vitest';
import { Refusal } from '../../src/bridge/server/failure.ts';
import { Keyspace } from '../../src/bridge/server/keyspace.ts';

/** A link that fails so often before it reaches its server; it notes which keys it has been told to remove. */
function linkAfter(failures: number, error: Error = new Error('ECONNREFUSED')) {
  const removed: string[] = [];
  let calls = 0;
  const call = async ([, ...keys]: string[]) => {
    if (calls++ < failures) throw error;
    removed.push(...keys);
  };
  return { call, removed };
}

it('removes keys from a server that was briefly away', async () => {
  const keys = new Keyspace();
  const names = keys.numbered(600);
  const link = linkAfter(3);
  await keys.removeFrom(link);
  expect(link.removed).toEqual(names);
});

it('retries what a silent server did not do, and repeats nothing', async () => {
  const keys = new Keyspace();
  const [first] = keys.numbered(1);
  const silent = linkAfter(1, new Refusal('BR-05'));
  await keys.removeFrom(silent);
  expect(silent.removed).toEqual([]);
  const link = linkAfter(0);
  await keys.removeFrom(link);
  await keys.removeFrom(link);
  expect(link.removed).toEqual([first]);
});
