/**
 * The library data against the libraries: the programs of the clients print their defaults, read by reflection. Only builds
 * that are here already are asked; `npm test -- --only bridge` makes them.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DriverBuilds } from '../../src/bridge/server/drivers/builds.ts';
import { DRIVER_PROGRAMS, LIBRARIES, LIBRARY_NAMES, releasesOf } from '../../src/bridge/workload/library.ts';
import { defaultOf, libraryById } from '../../src/model/libraries/library.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { optionValue } from '../../src/system/readers/option-value.ts';

type Options = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Fields of commons-pool2 by the option of the data. */
const COMMONS = {
  ...{ maxTotal: 'maxTotal', maxIdle: 'maxIdle', minIdle: 'minIdle', maxWait: 'maxWaitMs' },
  ...{ blockWhenExhausted: 'blockWhenExhausted', lifo: 'lifo', fairness: 'fairness' },
  ...{ testOnBorrow: 'testOnBorrow', testOnReturn: 'testOnReturn', testOnCreate: 'testOnCreate' },
  ...{ testWhileIdle: 'testWhileIdle', numTestsPerEvictionRun: 'numTestsPerEvictionRun' },
  ...{ minEvictableIdleTime: 'minEvictableIdleMs', softMinEvictableIdleTime: 'softMinEvictableIdleMs' },
  timeBetweenEvictionRuns: 'timeBetweenEvictionRunsMs',
};

interface Compared {
  readonly library: string;
  readonly type: string;
  /** Fields by the option's id. */
  readonly fields: Readonly<Record<string, string>>;
}

const same = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

const JAVA: readonly Compared[] = [
  { library: 'jedis', type: 'ConnectionPoolConfig', fields: COMMONS },
  { library: 'jedis', type: 'JedisPoolConfig', fields: COMMONS },
  {
    ...{ library: 'jedis', type: 'JedisClientConfig' },
    fields: same('socketTimeoutMillis', 'connectionTimeoutMillis'),
  },
  { library: 'lettuce', type: 'GenericObjectPoolConfig', fields: COMMONS },
  { library: 'lettuce', type: 'RedisURI', fields: { timeout: 'timeoutMs' } },
  { library: 'lettuce', type: 'ClientOptions', fields: same('requestQueueSize', 'autoReconnect') },
  { library: 'lettuce', type: 'SocketOptions', fields: same('keepAlive', 'tcpNoDelay') },
  { library: 'lettuce', type: 'ClientResources', fields: same('ioThreadPoolSize') },
];

const GO_REDIS = same(
  ...['PoolSize', 'MinIdleConns', 'PoolTimeout', 'ReadTimeout', 'DialTimeout', 'MaxRetries'],
  ...['MinRetryBackoff', 'MaxRetryBackoff', 'PoolFIFO'],
);

const GO: readonly (Compared & { readonly release?: RegExp })[] = [
  {
    ...{ library: 'goRedis', type: 'goRedis8.Options', release: /^8/ },
    fields: { ...GO_REDIS, ConnMaxIdleTime: 'IdleTimeout', ConnMaxLifetime: 'MaxConnAge' },
  },
  {
    ...{ library: 'goRedis', type: 'goRedis9.Options', release: /^9/ },
    fields: { ...GO_REDIS, ...same('ConnMaxIdleTime', 'ConnMaxLifetime', 'MaxIdleConns', 'ReadBufferSize') },
  },
  {
    ...{ library: 'redigo', type: 'redigo.Pool' },
    fields: same('MaxActive', 'MaxIdle', 'Wait', 'IdleTimeout', 'MaxConnLifetime'),
  },
  { library: 'rueidis', type: 'rueidis.ClientOption', fields: same('MaxFlushDelay') },
  { library: 'rueidis', type: 'rueidis.constants', fields: same('RingScaleEachConn', 'BlockingPoolSize') },
];

/** What the data says and what the library says, as values of the field. */
function compare({ library: id, type, fields }: Compared, options: Options, version: string, cores: number) {
  const library = libraryById(id);
  const printed = options[type];
  if (!library || !printed) return [`${type} is not printed`];
  return Object.entries(fields).flatMap(([optionId, field]) => {
    const option = library.options.find((each) => each.id === optionId);
    const found = option && defaultOf(option, version);
    if (!option || !found || !(field in printed)) return [`${id}.${optionId}: ${type}.${field} is missing`];
    const ours = optionValue(
      library,
      option,
      found.perCore === undefined ? found.value : found.perCore * cores,
    );
    const theirs = optionValue(library, option, printed[field] ?? null);
    const [left, right] = [ours, theirs].map((value) => ('value' in value ? value.value : 'default'));
    return left === right ? [] : [`${id} ${version} ${optionId}: the data has ${left}, the library ${right}`];
  });
}

const builds = new DriverBuilds(fileURLToPath(new URL('../../src/bridge/drivers', import.meta.url)));
const built = DRIVER_PROGRAMS.flatMap((program) => {
  const own = LIBRARY_NAMES.filter((name) => LIBRARIES[name].program === program);
  const profiles = [...new Set(own.flatMap((name) => releasesOf(name).map(({ profile }) => profile)))];
  return profiles.flatMap((profile) => {
    const command = builds.commandOf({ program, profile });
    return command ? [{ program, profile, command }] : [];
  });
});

function defaultsOf([command = '', ...args]: readonly string[]): Json {
  const { stdout } = spawnSync(command, [...args, '--defaults'], { encoding: 'utf8', timeout: 60_000 });
  return JSON.parse(stdout) as Json;
}

describe('the defaults of the library data are those of the libraries', () => {
  it.skipIf(built.length === 0).each(built)(
    '$program $profile',
    { timeout: 70_000 },
    ({ program, command }) => {
      const printed = defaultsOf(command);
      expect(
        program === 'java' ? javaFaults(printed as unknown as Java) : goFaults(printed as unknown as Go),
      ).toEqual([]);
    },
  );

  it('has something to compare with, or says that nothing is built', () => {
    if (built.length === 0)
      process.stdout.write('no client program is built: the library data was not compared\n');
    expect([...JAVA, ...GO].every(({ library }) => libraryById(library) !== undefined)).toBe(true);
  });
});

type Java = { readonly versions: Readonly<Record<string, string>> } & Options;

function javaFaults({ versions, ...rest }: Java): string[] {
  const options = rest as Options;
  // Lettuce has at least two event loops.
  const cores = Math.max(2, Number(options.ClientResources?.processors ?? 1));
  return JAVA.flatMap((each) => compare(each, options, versions[each.library] ?? '', cores));
}

interface Go {
  readonly versions: Readonly<Record<string, readonly string[]>>;
  readonly options: Options;
  readonly gomaxprocs: number;
}

const goFaults = ({ versions, options, gomaxprocs }: Go): string[] =>
  GO.flatMap((each) => {
    const own = versions[each.library] ?? [];
    const version = own.find((release) => each.release?.test(release) ?? true) ?? '';
    return compare(each, options, version, gomaxprocs);
  });
