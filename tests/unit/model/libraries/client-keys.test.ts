/** Tests the libraries' names of settings: which name is shown, and that each belongs to a setting. */
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { fieldSearchText } from '../../../../src/i18n/field-names.ts';
import { LANGUAGES } from '../../../../src/lib/languages.ts';
import { allClientKeys, clientKey } from '../../../../src/model/libraries/client-keys.ts';
import { libraries } from '../../../../src/model/libraries/library.ts';
import { namesByDefinition } from '../../../../src/model/libraries/option-names.ts';
import { fieldNamed, fields } from '../../../../src/model/scenario/fields.ts';
import { presets } from '../../../../src/model/scenario/library.ts';

const POOL = 'Connections.pooled.';

it.each([
  ['jedis-pool-8', `${POOL}maxTotal`, 'maxTotal'],
  ['lettuce-shared', 'Io.eventLoops.loops', 'ioThreadPoolSize'],
  ['lettuce-pool-8', `${POOL}wrap`, 'wrapConnections'],
  ['go-redis', `${POOL}maxTotal`, 'PoolSize'],
  ['go-redis', 'Runtime.goroutines.gomaxprocs', 'GOMAXPROCS'],
  // Only redigo tests on borrow.
  ['go-pool-8-tested', `${POOL}testOnBorrow`, 'TestOnBorrow'],
  ['rueidis', 'Io.writerReader.ringSize', 'RingScaleEachConn'],
  ['ioredis', 'Io.eventLoops.replyTimeoutMs', 'commandTimeout'],
  ['node-redis', 'Io.eventLoops.requestQueueSize', 'commandsQueueMaxLength'],
  ['jedis-pool-8', 'Server.hz', 'hz'],
  ['jedis-pool-8', 'Network.rttUs', undefined],
])('%s calls %s %s', (id, definition, key) => {
  const preset = presets.find((candidate) => candidate.id === id);
  expect(clientKey(definition, preset?.scenario)).toBe(key);
});

it('names the settings of every library', () => {
  const named = new Set(fields.flatMap(({ key }) => allClientKeys(key).map(({ library }) => library)));
  expect([...named].sort()).toEqual([...libraries.map(({ name }) => name), 'Go', 'Redis'].sort());
  expect(allClientKeys(`${POOL}maxTotal`)).toContainEqual({ library: 'go-redis', key: 'PoolSize' });
  expect(allClientKeys(`${POOL}maxTotal`)).toContainEqual({
    library: 'Spring Boot (Jedis)',
    key: 'jedis.pool.max-active',
  });
});

it('has further names of known libraries and of existing settings only', () => {
  const files = import.meta.glob<{ name?: string; keys: Record<string, string> }>(
    '../../../../src/model/libraries/names/*.json',
    { eager: true, import: 'default' },
  );
  const known = new Set(fields.flatMap(({ path }) => [path, path.replace(/\.kind$/, '')]));
  for (const [file, { name, keys }] of Object.entries(files)) {
    const id = file.replace(/^.*\/(.*)\.json$/, '$1');
    expect(name !== undefined || libraries.some((library) => library.id === id), file).toBe(true);
    expect(Object.keys(keys).filter((path) => !known.has(path))).toEqual([]);
  }
});

it.each([
  [
    'client.connections.maxTotal',
    ['PoolSize', 'max-active', 'MaxActive', 'max_connections', 'pool size', '最大连接数'],
  ],
  ['client.topology.processes', ['pods', 'Pod']],
  ['workload.second.share', ['slow command', 'batch job', 'slow log', '慢命令']],
  ['client.io.replyTimeoutMs', ['timeout', 'socketTimeoutMillis', '超时']],
])('%s is found by %j', async (path, words) => {
  const field = fieldNamed(path);
  const catalogues = await Promise.all(LANGUAGES.map((language) => loadCatalogue(language)));
  const text = catalogues.map(({ fields: names }) => field && fieldSearchText(names, field)).join(' ');
  for (const word of words) expect(text).toContain(word.toLowerCase());
});

it('the page’s names are those of the libraries’ options', async () => {
  const all = [...namesByDefinition].filter(([, named]) => named.length > 0);
  const names = Object.fromEntries(all.flatMap(([, named]) => named.map(({ id, name }) => [id, name])));
  const keys = Object.fromEntries(
    all.map(([definition, named]) => [definition, Object.fromEntries(named.map(({ id, key }) => [id, key]))]),
  );
  const text = `${JSON.stringify({ names, keys }, null, 2)}\n`;
  // Written anew by: npx vitest run tests/unit/model/libraries --update
  await expect(text).toMatchFileSnapshot('../../../../src/model/libraries/generated/client-keys.json');
});
