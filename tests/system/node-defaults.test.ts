/** The library data of the clients of Node against the installed clients. */
import { DEFAULT_COMMAND_TIMEOUT } from '@redis/client/dist/lib/defaults.js';
import clientPackage from '@redis/client/package.json' with { type: 'json' };
import { Redis } from 'ioredis';
import ioredisPackage from 'ioredis/package.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { defaultOf, libraryById } from '../../src/model/libraries/library.ts';

it('ioredis has the defaults of the data', () => {
  const { options } = new Redis({ lazyConnect: true });
  const library = libraryById('ioredis');
  const faults = [
    ...['commandTimeout', 'connectTimeout', 'maxRetriesPerRequest', 'enableAutoPipelining'],
    ...['enableOfflineQueue', 'noDelay', 'keepAlive'],
  ].flatMap((id) => {
    const option = library?.options.find((each) => each.id === id);
    const ours = option && defaultOf(option, ioredisPackage.version)?.value;
    // What is not set limits nothing.
    const theirs = options[id as 'keepAlive'] ?? 0;
    return ours === theirs ? [] : [`${id}: the data has ${ours}, the library ${theirs}`];
  });
  expect(faults).toEqual([]);
});

it('node-redis has the command timeout of the data', () => {
  const option = libraryById('nodeRedis')?.options.find(({ id }) => id === 'commandOptions.timeout');
  expect(option && defaultOf(option, clientPackage.version)?.value).toBe(DEFAULT_COMMAND_TIMEOUT);
});
