/** The objects of code to which options belong: where a new one may be written, and how. */

/**
 * How an option is written: a field of a struct or an object, a named argument, a function as an argument, a call
 * inside a block, one in a builder's chain, or a statement that calls a setter of a variable.
 */
export type Style = 'field' | 'property' | 'argument' | 'option' | 'call' | 'chain' | 'statement';

export interface Holder {
  /** Options that it has. */
  readonly names: RegExp;
  /** Where it begins in the text: the end of what this finds. The first group of a statement is its variable. */
  readonly at: RegExp;
  readonly style: Style;
  /** A group of the object that has the option, and that the text has not. */
  readonly group?: string;
}

/** Setters of commons-pool2. */
const POOL_SETTER =
  /^set(?:MaxTotal|MaxIdle|MinIdle|MaxWait|Block|Test|MinEvictable|SoftMin|TimeBetween|DurationBetween|Num|Lifo|Fairness)/;
const POOL_CONFIG: Holder = {
  names: POOL_SETTER,
  at: /\b(\w+)\s*=\s*(?:new\s+)?(?:\w+\.)*(?:JedisPoolConfig|ConnectionPoolConfig|GenericObjectPoolConfig)(?:<[^>\n]*>)?\(\s*\)(?!\s*\.)\s*;?/,
  style: 'statement',
};
/** Kotlin's way to call setters of a new object. */
const POOL_APPLY: Holder = {
  names: POOL_SETTER,
  at: /\b(?:JedisPoolConfig|ConnectionPoolConfig|GenericObjectPoolConfig)(?:<[^>\n]*>)?\(\s*\)\s*\.apply\s*\{/,
  style: 'call',
};
const builder = (names: RegExp, at: RegExp): Holder => ({ names, at, style: 'chain' });

const LETTUCE: readonly Holder[] = [
  POOL_CONFIG,
  POOL_APPLY,
  builder(/^ioThreadPoolSize$/, /\b(?:Default)?ClientResources\.builder\(\)/),
  builder(/^maxRedirects$/, /\bClusterClientOptions\.builder\(\)/),
  builder(/^commandTimeout$/, /\bLettuce(?:Pooling)?ClientConfiguration\.builder\(\)/),
  builder(/^withTimeout$/, /\bRedisURI\.(?:builder\(\)|Builder\.redis\([^()\n]*\))/),
];
const JEDIS: readonly Holder[] = [
  POOL_CONFIG,
  POOL_APPLY,
  builder(/^socketTimeoutMillis$/, /\bDefaultJedisClientConfig\.builder\(\)/),
];
const fields = (names: RegExp, at: RegExp): Holder => ({ names, at, style: 'field' });
const properties = (names: RegExp, at: RegExp): Holder => ({ names, at, style: 'property' });

const CREATE_CLIENT = /\bcreateClient(?:Pool)?\(\s*\{/;

/** By library; among several the first that the text has. */
export const HOLDERS: Readonly<Record<string, readonly Holder[]>> = {
  jedis: JEDIS,
  springJedis: JEDIS,
  lettuce: LETTUCE,
  springLettuce: LETTUCE,
  redisson: [
    builder(/^set(?:ConnectionPoolSize|Timeout|RetryAttempts)$/, /\.useSingleServer\(\)/),
    builder(
      /^set(?:MasterConnectionPoolSize|Timeout|RetryAttempts)$/,
      /\.use(?:Cluster|Sentinel|MasterSlave|Replicated)Servers\(\)/,
    ),
    { names: /^setNettyThreads$/, at: /\b(\w+)\s*=\s*new Config\(\s*\)\s*;?/, style: 'statement' },
  ],
  goRedis: [
    fields(/^MaxRedirects$/, /\bredis\.(?:ClusterOptions|UniversalOptions)\{/),
    fields(/^(?!MaxRedirects$)/, /\bredis\.(?:Cluster|Universal|Failover)?Options\{/),
  ],
  redigo: [
    fields(/^(?!Dial|TestOnBorrow)/, /\b\w+\.Pool\{/),
    { names: /^DialReadTimeout$/, at: /\b(\w+)\.Dial(?:URL)?\(/, style: 'option' },
  ],
  rueidis: [fields(/^/, /\b(?:rueidis|valkey)\.ClientOption\{/)],
  ioredis: [
    properties(/^maxRedirections$/, /\bnew (?:Io)?Redis\.Cluster\((?:[^{}]|\{[^{}]*\})*?,\s*\{/),
    properties(/^(?!maxRedirections$)/, /\bnew (?:Io)?Redis\([^{})]*\{/),
  ],
  nodeRedis: [
    properties(/^socketTimeout$/, /\bsocket\s*:\s*\{/),
    properties(
      /^(?:maximum|minimum|acquireTimeout)$/,
      /\bcreateClientPool\(\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*,\s*\{/,
    ),
    { ...properties(/^socketTimeout$/, CREATE_CLIENT), group: 'socket' },
    properties(/^commandsQueueMaxLength$/, CREATE_CLIENT),
  ],
  redisPy: [
    { names: /^timeout$/, at: /\bBlockingConnectionPool\(/, style: 'argument' },
    {
      names: /^(?!timeout$)/,
      at: /\b(?:Blocking)?ConnectionPool\(|\b(?:redis\.)?(?:asyncio\.)?(?:Redis|StrictRedis|RedisCluster)\(/,
      style: 'argument',
    },
  ],
  stackExchange: [fields(/^/, /\bnew ConfigurationOptions\s*(?:\(\))?\s*\{/)],
  valkeyGlide: [properties(/^(?:requestTimeout|inflightRequestsLimit)$/, /\bcreateClient\(\s*\{/)],
};

/** The objects of a library that have an option. */
export const holdersOf = (library: string, name: string): readonly Holder[] =>
  (HOLDERS[library] ?? []).filter(({ names }) => names.test(name));

/** Whether two options are of the same object, so that one may be written beside the other. */
export const isBeside = (library: string, name: string, other: string): boolean =>
  holdersOf(library, name).some(({ names }) => names.test(other));
