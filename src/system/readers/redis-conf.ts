/** redis.conf and valkey.conf. */
import type { Found, PieceReader } from './found.ts';

const DIRECTIVES =
  /^(maxclients|io-threads|io-threads-do-reads|appendonly|appendfsync|hz|maxmemory|maxmemory-policy|save|tcp-keepalive|timeout|tcp-backlog|port|bind|slowlog-log-slower-than|cluster-enabled|lazyfree-lazy-\w+|requirepass|protected-mode|databases)\s+\S/;
/** Directives below which a text is no configuration. */
const ENOUGH = 2;

export const readRedisConf: PieceReader = (text) => {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const directives = lines.filter(({ line }) => DIRECTIVES.test(line));
  const meaningful = lines.filter(({ line }) => line !== '' && !line.startsWith('#'));
  if (directives.length < Math.min(ENOUGH, meaningful.length) || directives.length === 0) return undefined;
  if (directives.length * 2 < meaningful.length) return undefined;
  const get = (name: string) => directives.find(({ line }) => line.split(/\s+/)[0] === name);
  const directive = (name: string) => get(name)?.line.split(/\s+/)[1];
  const settings: NonNullable<Found['settings']>[number][] = [];
  const set = (name: string, path: string, value: NonNullable<Found['settings']>[number]['value']) => {
    const place = get(name);
    if (place) settings.push({ path, value, line: place.number, key: name });
  };
  const threads = Number(directive('io-threads') ?? 1);
  if (threads > 1) {
    set('io-threads', 'server.ioThreads.kind', 'redis8');
    set('io-threads', 'server.ioThreads.threads', threads);
  }
  if (directive('appendonly') === 'yes')
    set(
      'appendonly',
      'server.appendOnly.kind',
      { always: 'always', no: 'unsynced' }[directive('appendfsync') ?? ''] ?? 'everysec',
    );
  const hz = Number(directive('hz'));
  if (hz > 0) set('hz', 'server.hz', hz);
  const maxclients = Number(directive('maxclients'));
  return {
    kind: 'redisConf',
    settings,
    ...(maxclients > 0 && {
      observed: { maxclients: { value: maxclients, line: get('maxclients')?.number ?? 1 } },
    }),
  };
};
