/**
 * A system and its complaint in the words of its owner, in English or Chinese: "Jedis pool of 8, 200 threads, 0.5 ms, 3 KB,
 * 1 % slow commands of 20 ms, p99 300 ms".
 */
import { type Library, libraryById } from '../../model/libraries/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { rangeOf } from './dependencies.ts';
import {
  EXPRESSIONS,
  type Fact,
  INSTANCES,
  IS_OF_ONE,
  KIND,
  MEAN,
  P99_NS,
  PERIODIC,
  type Periodic,
  POOL,
  SNAPSHOT,
} from './phrases.ts';
import type { Context, Found, FoundVersion, PieceReader } from './reader-result.ts';

/** Longer texts are no sentence. */
const MOST_CHARACTERS = 600;
const MOST_LINES = 6;
/** Signs of code, YAML, properties, addresses and lists. */
const OTHER_FORM = /[{}<>|="]|;\s*$|[a-z_\d]\(|:\/\/|^\s*[-#]|^\s*[\w.-]+:\s*$|^\s*[\w-]+(?:\.[\w-]+){2,}/m;

/** Libraries by the words that people use. The first that fits counts. */
const LIBRARIES: readonly (readonly [library: string, words: RegExp])[] = [
  ['springJedis', /spring\b[^,.;]*\bjedis/i],
  ['springLettuce', /spring\b[^,.;]*\blettuce|spring data redis|spring boot/i],
  ['jedis', /jedis(?:pool)?/i],
  ['lettuce', /lettuce/i],
  ['goRedis', /go-?redis/i],
  ['redigo', /redigo/i],
  ['rueidis', /rueidis/i],
  ['ioredis', /ioredis/i],
  ['nodeRedis', /node-?redis/i],
  ['redisPy', /redis-?py/i],
  ['stackExchange', /stackexchange(?:\.redis)?/i],
  ['redisson', /redisson/i],
  ['valkeyGlide', /(?:valkey[- ]?)?glide/i],
];

interface Taken {
  readonly fact: Fact;
  readonly key: string;
  readonly line: number;
}

/** Words of a second in the spelling of its unit, Chinese commas as English ones. */
const plain = (text: string): string =>
  text
    // A full-width comma before digits would join two numbers.
    .replaceAll(/[，、]/g, ', ')
    .normalize('NFKC')
    // In a chat, "p99=45ms" is a name with its value.
    .replaceAll(/(\w)[ \t]*=[ \t]*(?=\d)/g, '$1 ')
    .replaceAll(/(\d\s*)(milli|micro)?sec(?:ond)?s?\b/gi, (_, before: string, part?: string) =>
      [before, { milli: 'm', micro: 'u' }[part?.toLowerCase() ?? ''] ?? '', 's'].join(''),
    );

/** Takes the words of each phrase out of the text. Lines stay. */
function factsIn(text: string): { readonly taken: readonly Taken[]; readonly rest: string } {
  const taken: Taken[] = [];
  let rest = text;
  for (const { expression, fact } of EXPRESSIONS) {
    const match = expression.exec(rest);
    if (!match) continue;
    const [key, ...groups] = match;
    const found = fact(...groups);
    const isNew = Object.keys(found).every((name) => taken.every((other) => !(name in other.fact)));
    if (!isNew || Object.values(found).some((value) => value === undefined)) continue;
    taken.push({ fact: found, key: key.trim(), line: rest.slice(0, match.index).split('\n').length });
    rest =
      rest.slice(0, match.index) + key.replaceAll(/[^\n]/g, '\uE000') + rest.slice(match.index + key.length);
  }
  return { taken, rest };
}

/** Parts of the sentence that hold a number and say nothing known. */
const unreadIn = (rest: string) =>
  rest.split('\n').flatMap((line, index) =>
    line
      .split(/[,;。.!?](?!\d)|\uE000+/)
      .map((part) => part.trim())
      .filter((part) => /\d/.test(part))
      .map((part) => ({ key: part, raw: part, line: index + 1, meaning: null })),
  );

/** The library that the sentence names; without a name that of other texts, else it is asked for. */
const libraryOf = (text: string, { ask, library }: Context): string =>
  LIBRARIES.find(([, words]) => words.test(text))?.[0] ??
  library ??
  ask({
    ...{ id: 'library', kind: 'library', line: 1, proposal: 'jedis' },
    values: LIBRARIES.map(([id]) => id),
  }) ??
  'jedis';

/** The version that stands behind a library's name: "Spring Boot 3.2", "go-redis v9.5". */
function versionsIn(text: string, library: string): FoundVersion[] {
  const isSpring = library.startsWith('spring');
  const words = isSpring ? /spring boot/i : LIBRARIES.find(([id]) => id === library)?.[1];
  const version = String.raw`[ \t]*(?:v|version |版本 ?)?(\d{1,3}(?:\.\d+){0,2})(?=[\s,;.)]|$)(?!\s*(?:%|[a-z]*(?:threads?|pods?|connections?|callers?)))`;
  return text.split('\n').flatMap((line, index): FoundVersion[] => {
    const [key, number] = (words && new RegExp(`(?:${words.source})${version}`, 'i').exec(line)) ?? [];
    if (key === undefined || number === undefined) return [];
    const range = rangeOf(number);
    return [{ library: isSpring ? 'spring' : library, version: range, line: index + 1, key: key.trim() }];
  });
}

/** The size of a pool as an option of the library; nothing where the library has no pool. */
function poolOf(library: Library | undefined, taken: readonly Taken[]) {
  const pool = taken.find(({ fact }) => POOL in fact);
  if (!pool) return {};
  const { key, line, fact } = pool;
  const raw = fact[POOL] ?? null;
  const option = library?.options.find(({ sets }) => sets === 'client.connections.maxTotal')?.id;
  if (option === undefined) return { unused: [{ key, raw, line, meaning: null }] };
  const isPooled = library?.runtime[KIND] === 'pooled';
  return {
    options: [{ key: option, raw, line, option }],
    settings: isPooled ? [] : [{ path: KIND, value: 'pooled', line, key }],
  };
}

export const readSentence: PieceReader = (text, context) => {
  const isShort = text.length <= MOST_CHARACTERS && text.trim().split('\n').length <= MOST_LINES;
  if (!isShort) return undefined;
  const written = plain(text);
  if (OTHER_FORM.test(written)) return undefined;
  const { taken, rest } = factsIn(written);
  const isNamed = LIBRARIES.some(([, words]) => words.test(written));
  const again = taken.flatMap(({ fact, line }) =>
    Object.entries(fact).flatMap(([name, value]) =>
      name.startsWith(PERIODIC) ? [{ ...(value as unknown as Periodic), line }] : [],
    ),
  );
  if (taken.length < (isNamed || again.length > 0 ? 1 : 2)) return undefined;
  const library = libraryOf(written, context);
  const pool = poolOf(libraryById(library), taken);
  const versions = versionsIn(rest, library);
  const factOf = (name: string) => taken.find(({ fact }) => name in fact);
  const p99 = factOf(P99_NS);
  const instances = factOf(INSTANCES)?.fact[INSTANCES];
  const ofAll = (path: string, value: Json): Json =>
    path.endsWith('.ratePerSec') && factOf(IS_OF_ONE) && typeof instances === 'number'
      ? Number(value) * instances
      : value;
  const mean = factOf(MEAN);
  const fields = taken.flatMap(({ fact, line, key }) =>
    Object.entries(fact)
      .filter(([path]) => path.includes('.'))
      .map(([path, value]) => ({ path, value: ofAll(path, value ?? null), line, key })),
  );
  return {
    kind: 'sentence',
    clients: [{ library, isAssumed: !isNamed && context.library === undefined, options: pool.options ?? [] }],
    versions,
    settings: [...(pool.settings ?? []), ...fields],
    unused: [
      ...(pool.unused ?? []),
      ...(mean ? [{ key: mean.key, raw: mean.key, line: mean.line, meaning: 'outside' as const }] : []),
      ...unreadIn(withoutLibrary(versions.reduce((left, { key }) => left.replace(key, ''), rest))),
    ],
    observed: {
      ...(p99 && { p99Ns: { value: Number(p99.fact[P99_NS]), line: p99.line } }),
      ...periodicIn(again),
    },
    ...(typeof instances === 'number' && { instances }),
    // A sentence is one message.
    lines: text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1])),
  } satisfies Found;
};

/** Commands that come again are slow commands; copies of the data are pauses. */
function periodicIn(
  again: readonly (Periodic & { readonly line: number })[],
): NonNullable<Found['observed']> {
  const [pauses, commands] = [true, false].map((isPause) =>
    again.filter(({ name }) => SNAPSHOT.test(name) === isPause),
  );
  return {
    ...(commands?.[0] && {
      slowCommands: {
        value: commands.map(({ name, us, seconds, line }) => ({
          ...{ name, count: 1, maxUs: us, meanUs: us, seconds, line },
        })),
        line: commands[0].line,
      },
    }),
    ...(pauses?.[0] && {
      pauses: {
        value: pauses.map(({ name, us, seconds, line }) => ({
          ...{ event: name, latestMs: us / 1000, maxMs: us / 1000, seconds, line },
        })),
        line: pauses[0].line,
      },
    }),
  };
}

const withoutLibrary = (text: string): string =>
  LIBRARIES.reduce((rest, [, words]) => rest.replace(words, ''), text);
