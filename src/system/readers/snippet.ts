/** Snippets of Java, Go, JavaScript, Python and C#: setters, struct fields and keyword arguments, read line by line. */
import { libraries } from '../../model/libraries/library.ts';
import { literalIn } from '../advice/rewrite/literal.ts';
import type { FoundOption, PieceReader } from './found.ts';

/** Words by which a snippet names its library. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  jedis: /\b(Jedis\w*|ConnectionPoolConfig|RedisClient\.builder|GenericObjectPoolConfig)\b/,
  lettuce: /\b(lettuce|ClientOptions|SocketOptions|RedisURI|StatefulRedisConnection|ClientResources)\b/i,
  goRedis: /\bredis\.(Options|NewClient|ClusterOptions|NewClusterClient|UniversalOptions)\b/,
  redigo: /\bredis\.Pool\b/,
  rueidis: /\b(rueidis|valkey)\.(ClientOption|NewClient)\b/,
  ioredis: /\bnew (Io)?Redis(\.Cluster)?\(|['"]ioredis['"]/,
  nodeRedis: /\bcreateClient(Pool)?\(|\bcreateCluster\(/,
  redisPy:
    /\bredis\.(asyncio\.)?(Redis|StrictRedis|ConnectionPool|BlockingConnectionPool|from_url)\b|\b(Blocking)?ConnectionPool\(/,
  stackExchange: /\bConfigurationOptions\b|\bConnectionMultiplexer\b/,
  redisson: /\b(Redisson|useSingleServer|useClusterServers)\b/,
  valkeyGlide: /\bGlide\w*/,
};
/** Weight of a sign against one option that is named as a library names it. */
const SIGN_WEIGHT = 3;

/** Longer texts are no snippet. */
const MAX_CHARACTERS = 200_000;

/** Strings, which stay, and comments of Java, Go, JavaScript, C# and Python. */
const STRING_OR_COMMENT =
  /"(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'|(\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*|(?<=^|\s)#(?=\s|\w+=)[^\n]*)/g;

/** The text with spaces in place of its comments: places stay. */
const withoutComments = (text: string): string =>
  text.replace(STRING_OR_COMMENT, (whole: string, comment?: string) =>
    comment === undefined ? whole : whole.replace(/[^\n]/g, ' '),
  );

/** The names of each library in code, with the pattern that finds any of them. */
const NAMES = libraries.map((library) => {
  const names = [...new Set(library.options.flatMap(({ names: { code = [] } }) => code))];
  const patterns = names.map((key) => ({ key, pattern: new RegExp(`(?<!\\w)${key}\\b`) }));
  return { id: library.id, patterns, any: new RegExp(`(?<!\\w)(?:${names.join('|') || '(?!)'})\\b`) };
});

/** A value as it is written, with what it is calculated from: `10 * runtime.NumCPU()` is not 10. */
function rawAt(line: string, { from, to }: { readonly from: number; readonly to: number }): string {
  const calculated = /^\s*[*/+-][^,;]*/.exec(line.slice(to))?.[0] ?? '';
  return line.slice(from, to) + calculated;
}

export const readSnippet: PieceReader = (text) => {
  if (text.length > MAX_CHARACTERS) return undefined;
  const code = withoutComments(text);
  const lines = code.split(/\r?\n/);
  const ranked = NAMES.map(({ id, patterns, any }) => {
    const options = lines.flatMap((line, index): FoundOption[] =>
      any.test(line)
        ? patterns.flatMap(({ key, pattern }): FoundOption[] => {
            const place = pattern.test(line) ? literalIn(line, key) : undefined;
            return place ? [{ key, raw: rawAt(line, place), line: index + 1 }] : [];
          })
        : [],
    );
    const hasSign = SIGNS[id]?.test(code) ?? false;
    return { library: id, options, score: options.length + (hasSign ? SIGN_WEIGHT : 0), hasSign };
  }).sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best || best.score === 0 || (!best.hasSign && best.options.length < 2)) return undefined;
  const { library, options } = best;
  return { kind: 'snippet', library, options };
};
