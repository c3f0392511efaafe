/** redis.conf and valkey.conf. The last of several equal directives counts. */
import { compareVersions } from '../../model/libraries/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { DIRECTIVES } from './directives.ts';
import type { Context, Found, FoundProblem, PieceReader } from './reader-result.ts';
import { numberOf } from './value.ts';

interface Directive {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

/** Directives below which a text is no configuration. */
const ENOUGH = 2;
/** Directives that a file may have many times. */
const MANY = new Set([
  'save',
  'include',
  'loadmodule',
  'user',
  'rename-command',
  'client-output-buffer-limit',
  'sentinel',
  'bind',
]);

/** The names and values of a text's lines; lines of another form have no name. */
function directivesIn(text: string): Directive[] {
  return text.split(/\r?\n/).flatMap((line, index): Directive[] => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, name = '', value = ''] = /^(\S+)(?:\s+(.*))?$/.exec(trimmed) ?? [];
    return [{ name: name.toLowerCase(), value: value.replace(/^"(.*)"$/, '$1').trim(), line: index + 1 }];
  });
}

const FSYNC: Readonly<Record<string, string>> = { always: 'always', everysec: 'everysec', no: 'unsynced' };

export const readRedisConf: PieceReader = (text, context) => {
  const all = directivesIn(text);
  const known = all.filter(({ name, value }) => DIRECTIVES.has(name) && value !== '');
  if (known.length === 0 || known.length < Math.min(ENOUGH, all.length) || known.length * 2 < all.length)
    return undefined;
  const problems: FoundProblem[] = [];
  const settings: NonNullable<Found['settings']>[number][] = [];
  const last = new Map(all.map((directive) => [directive.name, directive]));
  const set = ({ name, line }: Directive, path: string, value: Json) =>
    settings.push({ path, value, line, key: name });
  const whole = (name: string, least: number): (Directive & { readonly number: number }) | undefined => {
    const directive = last.get(name);
    const number = directive && numberOf(directive.value);
    if (!directive) return undefined;
    if (number !== undefined && Number.isInteger(number) && number >= least) return { ...directive, number };
    problems.push(unreadable(directive, 'number'));
    return undefined;
  };
  const hz = whole('hz', 1);
  if (hz) set(hz, 'server.hz', hz.number);
  const threads = whole('io-threads', 1);
  if (threads && threads.number > 1) {
    const kind = threadsOf(last, threads, context);
    set(threads, 'server.ioThreads.kind', kind);
    set(threads, 'server.ioThreads.threads', threads.number);
    const reads = last.get('io-threads-do-reads');
    if (reads && kind === 'redis6') set(reads, 'server.ioThreads.doReads', reads.value === 'yes');
    const batch = whole('prefetch-batch-max-size', 0);
    if (batch && kind !== 'redis6') set(batch, 'server.ioThreads.prefetchBatchMaxSize', batch.number);
  }
  appendOnly(last, set, problems);
  const maxclients = whole('maxclients', 1);
  const used = new Set([...settings.map(({ line }) => line), ...(maxclients ? [maxclients.line] : [])]);
  const failed = new Set(problems.map(({ line }) => line));
  for (const { name, value, line } of all)
    if (name === 'include') problems.push({ code: 'SYS-17', line, key: name, value });
  return {
    kind: 'redisConf',
    settings,
    ...(maxclients && { observed: { maxclients: { value: maxclients.number, line: maxclients.line } } }),
    problems,
    unused: all
      .filter(({ line, name }) => !used.has(line) && !failed.has(line) && name !== 'include')
      .map(({ name, value, line }) => ({
        ...{ key: name, raw: value, line },
        meaning: meaningOf(name, line, last),
      })),
  };
};

/** A name and its value, as redis-cli prints the reply of CONFIG GET. */
const PAIR = /^(\s*\d+\) "([\w-]+)"[ \t]*\r?\n)\s*\d+\) "([^"\n]*)"[ \t]*\r?$/gm;

/** CONFIG GET: each name has its value on the next line. */
export const readConfigGet: PieceReader = (text, context) => {
  const names: number[] = [];
  const conf = text.replace(PAIR, (whole: string, first: string, name: string, value: string, at: number) => {
    if (!DIRECTIVES.has(name)) return whole;
    names.push(text.slice(0, at).split('\n').length);
    return `${first.replace(/[^\n]/g, '')}${name} ${value}`;
  });
  if (names.length === 0) return undefined;
  const other = /^(?![ \t]*[\w-]+ ).*$|^.*>.*$/gm;
  const found = readRedisConf(conf.replace(other, ''), context);
  return found && { ...found, kind: 'configGet', lines: names };
};

/** An earlier one of several equal directives has no effect. */
function meaningOf(
  name: string,
  line: number,
  last: ReadonlyMap<string, Directive>,
): 'outside' | 'other' | null {
  if (!DIRECTIVES.has(name)) return null;
  return last.get(name)?.line === line || MANY.has(name) ? 'outside' : 'other';
}

const unreadable = ({ name, value, line }: Directive, expected: string): FoundProblem => ({
  ...{ code: 'SYS-11', line, key: name, value, expected },
});

function appendOnly(
  last: ReadonlyMap<string, Directive>,
  set: (directive: Directive, path: string, value: Json) => void,
  problems: FoundProblem[],
): void {
  const [only, fsync] = [last.get('appendonly'), last.get('appendfsync')];
  const kind = fsync === undefined ? 'everysec' : FSYNC[fsync.value.toLowerCase()];
  if (fsync && kind === undefined) problems.push({ ...unreadable(fsync, 'fsync') });
  if (!only) return;
  if (!/^(?:yes|no)$/i.test(only.value)) problems.push(unreadable(only, 'boolean'));
  else if (only.value.toLowerCase() === 'no') set(only, 'server.appendOnly.kind', 'no');
  else if (kind !== undefined) set(fsync ?? only, 'server.appendOnly.kind', kind);
}

/** Generations of I/O threads, by the versions that have them. */
const GENERATIONS = [
  { value: 'Redis 6.0–7.4, Valkey 7.2', kind: 'redis6' },
  { value: 'Redis 8', kind: 'redis8' },
  { value: 'Valkey 8–9', kind: 'valkey8' },
] as const;

type Kind = (typeof GENERATIONS)[number]['kind'];

/** The kind of I/O threads: from the server's version, else from directives that only some versions have; it is asked. */
function threadsOf(
  last: ReadonlyMap<string, Directive>,
  { line }: Directive,
  { server, ask }: Context,
): Kind {
  if (server) {
    const { product, version } = server.value;
    if (compareVersions(version, '8') < 0) return 'redis6';
    return product === 'valkey' ? 'valkey8' : 'redis8';
  }
  const isValkey = [
    'events-per-io-thread',
    'primaryauth',
    'availability-zone',
    'io-threads-always-active',
  ].some((name) => last.has(name));
  const isOld = last.get('io-threads-do-reads')?.value === 'yes';
  const proposed: Kind = isValkey ? 'valkey8' : isOld ? 'redis6' : 'redis8';
  const proposal = GENERATIONS.find(({ kind }) => kind === proposed)?.value ?? null;
  const values = GENERATIONS.map(({ value }) => value);
  const answer = ask({ id: 'server', kind: 'server', values, proposal, line });
  return GENERATIONS.find(({ value }) => value === answer)?.kind ?? proposed;
}
