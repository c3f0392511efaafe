/** Snippets of Java, Kotlin, Go, JavaScript, Python and C#: options that they set, read as data and never executed. */
import {
  isOtherOption,
  type Library,
  libraries,
  libraryById,
  optionOf,
  withIncluded,
} from '../../model/libraries/library.ts';
import { connectionStringOptions, urlOptions } from './addresses.ts';
import { type Assignment, assignmentsIn, isScalar, withoutComments } from './assignments.ts';
import { constructedIn } from './constructors.ts';
import { LOG } from './log.ts';
import type { FoundClient, FoundOption, PieceReader, VersionRange } from './reader-result.ts';

/** Words by which a snippet names its library. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  jedis: /\b(Jedis\w*|ConnectionPoolConfig|RedisClient\.builder|redis\.clients)\b/,
  lettuce:
    /\b(lettuce|ClientOptions|SocketOptions|RedisURI|StatefulRedisConnection|ClientResources|RedisClient\.create)\b/i,
  springLettuce: /\bLettuce(?:ConnectionFactory|(?:Pooling)?ClientConfiguration)\b/,
  springJedis: /\bJedis(?:ConnectionFactory|ClientConfiguration)\b/,
  goRedis:
    /\bredis\.(Options|NewClient|ClusterOptions|NewClusterClient|UniversalOptions|NewUniversalClient|FailoverOptions|ParseURL)\b|go-redis/,
  redigo: /\bredis\.(Pool|NewPool|DialTimeout|DialReadTimeout|DialURL)\b|gomodule\/redigo/,
  rueidis: /\b(rueidis|valkey)\.(ClientOption|NewClient)\b/,
  ioredis: /\bnew (Io)?Redis(\.Cluster)?\(|['"]ioredis['"]/,
  nodeRedis: /\bcreateClient(Pool)?\(|\bcreateCluster\(|\bcreateSentinel\(/,
  redisPy:
    /\bredis\.(asyncio\.)?(Redis|StrictRedis|ConnectionPool|BlockingConnectionPool|RedisCluster|from_url)\b|\b(Blocking)?ConnectionPool\(|\bfrom redis(?:\.\w+)? import\b|^import redis\b/m,
  stackExchange: /\bConfigurationOptions\b|\bConnectionMultiplexer\b|\bAddStackExchangeRedis\w*/,
  redisson: /\b(Redisson|useSingleServer|useClusterServers|useSentinelServers|useMasterSlaveServers)\b/,
  valkeyGlide: /\bGlide\w*/,
};
/** Weight of a sign against one option that is named as a library names it. */
const SIGN_WEIGHT = 3;

/** Signs of code: calls, blocks, assignments and imports. */
const CODE = /[;{}=]|[a-z_\d>]\(|^\s*(?:import|package|using|from|require)\b/m;

/** Longer texts are no snippet. */
const MAX_CHARACTERS = 200_000;

/** Imports that say the version. */
const VERSIONS: readonly (readonly [library: string, sign: RegExp, version: VersionRange])[] = [
  ['goRedis', /github\.com\/redis\/go-redis\/v9/, { from: '9.0', below: '10' }],
  ['goRedis', /github\.com\/go-redis\/redis\/v8/, { from: '8.0', below: '9' }],
  ['goRedis', /\b(?:IdleTimeout|MaxConnAge|IdleCheckFrequency)\s*:/, { below: '9' }],
  ['goRedis', /\b(?:ConnMaxIdleTime|ConnMaxLifetime|MaxIdleConns)\s*:/, { from: '9.0' }],
];

/** Methods whose names begin so set something. */
const SETTER = /^(?:set|with|use|enable|disable)[A-Z]/;

/** Groups that configure a client: what stands before their bracket. */
const CONSTRUCTOR =
  /(?:Options|Pool|ClientOption|Client|Redis|Config|Configuration|StrictRedis|from_url|Cluster|create\w+|builder\(\)[^;{}]*|ClusterClient)\s*$/;

export const readSnippet: PieceReader = (text) => {
  if (text.length > MAX_CHARACTERS) return undefined;
  const code = withoutComments(text);
  const assignments = assignmentsIn(code);
  const lineOf = lineCounter(code);
  const ranked = libraries
    .flatMap((library) => {
      const known = assignments.filter((each) => isOptionOf(library, each));
      const hasSign = SIGNS[library.id]?.test(code) ?? false;
      // The names of an included library count for the library whose sign is there.
      const isOwn = hasSign || library.includes === undefined;
      return isOwn ? [{ library, known, hasSign, score: known.length + (hasSign ? SIGN_WEIGHT : 0) }] : [];
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(b.library.includes !== undefined) - Number(a.library.includes !== undefined),
    );
  const [best] = ranked;
  if (!best || best.score === 0 || (!best.hasSign && best.known.length < 2)) return undefined;
  // A log and prose name classes of the client and set nothing.
  if (best.known.length === 0 && (LOG.test(text) || !CODE.test(code))) return undefined;
  const modelled = [best, ...furtherIn(code, ranked, best)];
  const constants = constantsIn(assignments);
  const taken = new Set<string>();
  const resolve = (raw: string): string => {
    const value = constants.get(raw);
    if (value !== undefined) taken.add(raw);
    return value ?? raw;
  };
  const constructed = new Map(
    modelled.map(({ library }) => [library.id, constructedIn(code, library, resolve, lineOf)]),
  );
  const clients = modelled.map(({ library, known }): FoundClient => {
    const written = known.map(
      ({ key, raw, from }): FoundOption => ({
        ...{ key, raw: resolve(raw), line: lineOf(from), kind: 'code' },
      }),
    );
    return {
      library: library.id,
      version: VERSIONS.find(([id, sign]) => id === library.id && sign.test(code))?.[2],
      // A call brings defaults, which options replace wherever they are.
      options: [
        ...callsIn(code, library, lineOf),
        ...[
          ...(constructed.get(library.id)?.options ?? []),
          ...written,
          ...addressesIn(code, library, lineOf),
        ].sort((one, other) => one.line - other.line),
      ],
    };
  });
  const unknown = unknownIn(
    code,
    assignments,
    modelled.map(({ library }) => library),
    modelled.flatMap(({ known }) => known),
  );
  return {
    kind: 'snippet',
    clients,
    unused: [
      ...unknown.map(({ assignment: { key, raw, from }, meaning }) => ({
        ...{ key, raw, meaning, line: lineOf(from) },
      })),
      ...[...constructed.values()].flatMap(({ unclear }) =>
        unclear.map((option) => ({ ...option, meaning: null })),
      ),
    ],
    lines: [
      ...namedLines(code, clients),
      ...assignments.filter(({ key }) => taken.has(key)).map(({ from }) => lineOf(from)),
    ],
  };
};

interface Ranked {
  readonly library: Library;
  /** Assignments that are its options. */
  readonly known: readonly Assignment[];
  readonly hasSign: boolean;
  readonly score: number;
}

/** Further clients: not a part of the first, and not only similar words. */
function furtherIn(code: string, ranked: readonly Ranked[], best: Ranked): Ranked[] {
  const ids = (library: Library) => withIncluded(library).map(({ id }) => id);
  const first = new Set(ids(best.library));
  return ranked.filter((each) => {
    const { library, hasSign, score } = each;
    if (each === best || first.has(library.id) || ids(library).some((id) => first.has(id))) return false;
    return best.hasSign ? hasSign && isDistinct(code, best.library.id, library.id) : score === best.score;
  });
}

/** Words that only one of several libraries with similar words has. */
const OWN_WORDS: Readonly<Record<string, RegExp>> = {
  jedis: /\bnew Jedis\w*\(|\bimport redis\.clients/,
  springJedis: /\bnew JedisConnectionFactory\(/,
  lettuce: /\bRedisClient\.create\(|\bimport io\.lettuce|\bStatefulRedisConnection\b/,
  springLettuce: /\bnew LettuceConnectionFactory\(/,
  redisson: /\bRedisson\.create\(|\buse(?:Single|Cluster|Sentinel)Servers?\(/,
  goRedis: /\bredis\.New\w*Client\(/,
  redigo: /\bredis\.Pool\b/,
  ioredis: /\bnew (?:Io)?Redis(?:\.Cluster)?\(/,
  nodeRedis: /\bcreateClient(?:Pool)?\(|\bcreateCluster\(/,
};

/** Whether a text has both libraries: libraries with similar words need a word of their own. */
const isDistinct = (code: string, first: string, second: string): boolean =>
  [first, second].every((id) => OWN_WORDS[id]?.test(code) ?? true);

/** Numbers and durations that a name stands for, where it is declared once. */
function constantsIn(assignments: readonly Assignment[]): ReadonlyMap<string, string> {
  const values = new Map<string, string | undefined>();
  for (const { key, raw, separator, isMember, isDeclaration, end } of assignments) {
    if (separator !== '=' || isMember || !(isDeclaration || end === ';' || end === '\n' || end === ''))
      continue;
    values.set(key, values.has(key) ? undefined : raw);
  }
  return new Map(
    [...values].flatMap(([key, raw]) => (raw !== undefined && isScalar(raw) ? [[key, raw] as const] : [])),
  );
}

const isOptionOf = (
  library: Library,
  { key, raw, separator, isDeclaration, isMember, groups }: Assignment,
): boolean => {
  const option = optionOf(library, key);
  if (!option?.names.code?.some((name) => name.toLowerCase() === key.toLowerCase())) return false;
  // Names are spelled exactly: `timeout` is none of Timeout's.
  if (!option.names.code.includes(key) || option.isCall) return false;
  if (isDeclaration || raw === '') return false;
  return separator !== '=' || isMember || groups.length > 0;
};

/** Names whose use alone is an option: classes and functions. */
const callsIn = (code: string, library: Library, lineOf: (at: number) => number): FoundOption[] =>
  withIncluded(library)
    .flatMap(({ options }) => options)
    .filter(({ isCall }) => isCall)
    .flatMap(({ names }) =>
      (names.code ?? []).flatMap((key): FoundOption[] => {
        const name = key.replaceAll('.', '\\s*\\.\\s*');
        const at = code.search(new RegExp(`\\b${name}(?:<[^>\n]*>)?\\(`));
        return at < 0 ? [] : [{ key, raw: 'true', line: lineOf(at), kind: 'code' }];
      }),
    );

/** Options in the addresses that code has as strings. */
function addressesIn(code: string, { id }: Library, lineOf: (at: number) => number): FoundOption[] {
  return [...code.matchAll(/"([^"\n]{3,2000})"|'([^'\n]{3,2000})'/g)].flatMap((match): FoundOption[] => {
    const text = match[1] ?? match[2] ?? '';
    const line = lineOf(match.index);
    if (id === 'stackExchange') return connectionStringOptions(text, line) ?? [];
    return id === 'goRedis' || id === 'redisPy' ? (urlOptions(text, line) ?? []) : [];
  });
}

interface UnknownName {
  readonly assignment: Assignment;
  readonly meaning: 'outside' | null;
}

/** Names that look like options of the client, and that none of its libraries sets. */
function unknownIn(
  code: string,
  assignments: readonly Assignment[],
  own: readonly Library[],
  known: readonly Assignment[],
): UnknownName[] {
  const used = new Set(known);
  const groups = new Set(known.flatMap(({ groups: around }) => around.at(-1) ?? []));
  const isConfiguring = (begin: number | undefined): boolean =>
    begin !== undefined &&
    (groups.has(begin) || CONSTRUCTOR.test(code.slice(Math.max(0, begin - 80), begin)));
  return assignments.flatMap((assignment): readonly UnknownName[] => {
    const { key, raw, from, separator, groups: around, isDeclaration, isMember, end } = assignment;
    if (used.has(assignment) || isDeclaration || raw === '') return [];
    // A part of a duration is no option.
    if (/\b(?:Duration|TimeSpan|timedelta|time)\s*\.\s*$/.test(code.slice(Math.max(0, from - 20), from)))
      return [];
    const isOther = own.some((library) => isOtherOption(library, key));
    const isInside = around.some(isConfiguring);
    const isSetter = separator === '(' && (SETTER.test(key) || (isMember && isBuilder(code, assignment)));
    const isField = separator !== '(' && (isInside || (isMember && separator === '='));
    const isNamed = end === ',' || end === ')' || end === '}' || end === '\n' || isMember;
    // Functions of the library itself, as redigo's dial options.
    const isFunction = separator === '(' && isMember && isOther;
    if (!isSetter && !isFunction && !(isField && isNamed)) return [];
    if (isOther) return [{ assignment, meaning: 'outside' }];
    return isScalar(raw) ? [{ assignment, meaning: null }] : [];
  });
}

/** Whether a call is a part of a chain that begins with a builder. */
const isBuilder = (code: string, { from }: Assignment): boolean =>
  /\bbuilder\(\)[^;]*$|\bBuilder\(\)[^;]*$/.test(code.slice(Math.max(0, from - 1500), from));

/** Lines that name a client, import it or open its group. */
function namedLines(code: string, clients: readonly FoundClient[]): number[] {
  const signs = clients.flatMap(({ library }) =>
    withIncluded(libraryById(library) ?? ({ id: library } as Library)).flatMap(({ id }) => SIGNS[id] ?? []),
  );
  return code
    .split(/\r?\n/)
    .flatMap((line, index) =>
      signs.some((sign) => sign.test(line)) ||
      /^\s*(?:import|package|using|from|const\s+\{?.*require)\b/.test(line) ||
      /^\s*[\w.]+\(\)[,;]?\s*$|^[\s})\]]*\.(?:build|builder|and|connect)\(\)[;,)]*\s*$/.test(line)
        ? [index + 1]
        : [],
    );
}

function lineCounter(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
