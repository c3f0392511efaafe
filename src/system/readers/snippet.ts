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

export const readSnippet: PieceReader = (text) => {
  const lines = text.split(/\r?\n/);
  const ranked = libraries
    .map((library) => {
      const names = library.options.flatMap(({ names: { code = [] } }) => code);
      const options = lines.flatMap((line, index): FoundOption[] =>
        names.flatMap((key): FoundOption[] => {
          const place = new RegExp(`(?<!\\w)${key}\\b`).test(line) ? literalIn(line, key) : undefined;
          return place ? [{ key, raw: line.slice(place.from, place.to), line: index + 1 }] : [];
        }),
      );
      const hasSign = SIGNS[library.id]?.test(text) ?? false;
      return { library: library.id, options, score: options.length + (hasSign ? SIGN_WEIGHT : 0), hasSign };
    })
    .sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best || best.score === 0 || (!best.hasSign && best.options.length < 2)) return undefined;
  const { library, options } = best;
  return { kind: 'snippet', library, options };
};
