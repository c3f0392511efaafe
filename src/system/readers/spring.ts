/** application.yml, application.properties and environment variables of Spring Boot. */
import { libraryById } from '../../model/libraries/library.ts';
import { yamlDocuments } from './flat-yaml.ts';
import { filledPlaceholders, resolvePlaceholders } from './placeholders.ts';
import { chosenDocuments, type ProfileDocument } from './profiles.ts';
import type {
  Context,
  Found,
  FoundClient,
  FoundOption,
  FoundProblem,
  PieceReader,
  VersionRange,
} from './reader-result.ts';
import { numberOf } from './value.ts';

const REDIS = /^spring\.(data\.)?redis\./;

/** The threads that serve requests: each is a caller of Redis. */
const SERVER_THREADS =
  /^server\.(?:tomcat\.(?:threads\.max|max-threads)|jetty\.(?:threads\.max|max-threads)|undertow\.(?:threads\.worker|worker-threads))$/;

/** Relaxed binding: `maxActive`, `max_active` and `max-active` are one key. */
const kebab = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** A key without what relaxed binding ignores. */
const bare = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '');

const SPRING = ['springLettuce', 'springJedis'];

/** Whole property keys by what an environment variable has of them. */
const PROPERTY_OF = new Map(
  SPRING.flatMap((id) => {
    const library = libraryById(id);
    const own = library?.options.flatMap(({ names }) => names.properties ?? []) ?? [];
    return [...own, ...(library?.others ?? []).filter((key) => REDIS.test(key))].map(
      (key) => [bare(key), key] as const,
    );
  }),
);

/** The property of an environment variable: `SPRING_DATA_REDIS_TIMEOUT`. */
export function propertyOf(name: string): string | undefined {
  if (!/^SPRING_(?:DATA_)?REDIS_[A-Z0-9_]+$/.test(name)) return undefined;
  return PROPERTY_OF.get(bare(name)) ?? name.toLowerCase().replaceAll('_', '.');
}

/** The clients that Spring's keys configure; undefined without such a key. */
export function springClients(
  found: readonly FoundOption[],
  context: Context,
): Pick<Found, 'clients' | 'missing'> | undefined {
  const own = found
    .map((option) => ({ ...option, key: kebab(option.key).replace(/\[\d+\]$/, '') }))
    .filter(({ key }) => REDIS.test(key));
  if (own.length === 0) return undefined;
  const { options, missing } = resolvePlaceholders(own, context);
  const type = options.findLast(({ key }) => key.endsWith('.client-type'))?.raw;
  const [jedis, lettuce] = [/\.redis\.jedis\./, /\.redis\.lettuce\./].map((pattern) =>
    options.filter(({ key }) => pattern.test(key)),
  );
  const version = versionOf(options);
  const client = (library: string, list: readonly FoundOption[]): FoundClient => ({
    ...{ library, version, options: list },
  });
  const isJedis = type === 'jedis' || (type !== 'lettuce' && (jedis?.length ?? 0) > 0);
  // Both pools are configured and no client is chosen: either may be on the classpath.
  if (jedis?.length && lettuce?.length)
    return {
      missing,
      clients: SPRING.map((id) => {
        const foreign = id === 'springJedis' ? lettuce : jedis;
        const isOwn = type === undefined || (id === 'springJedis') === isJedis;
        return client(id, isOwn ? options.filter((option) => !foreign.includes(option)) : foreign);
      }).filter(({ library }) => type === undefined || (library === 'springJedis') === isJedis),
    };
  return { missing, clients: [client(isJedis ? 'springJedis' : 'springLettuce', options)] };
}

/** Boot 3 renamed `spring.redis` to `spring.data.redis`. */
function versionOf(options: readonly FoundOption[]): VersionRange | undefined {
  const isOld = options.some(({ key }) => key.startsWith('spring.redis.'));
  const isNew = options.some(({ key }) => key.startsWith('spring.data.redis.'));
  if (isOld === isNew) return undefined;
  return isOld ? { below: '3.0' } : { from: '3.0' };
}

function springOf(
  kind: string,
  documents: readonly ProfileDocument[],
  context: Context,
  lines: readonly number[],
  problems: readonly FoundProblem[],
): Found | undefined {
  if (!documents.some(({ options }) => options.some(({ key }) => REDIS.test(kebab(key))))) return undefined;
  const { active, others } = chosenDocuments(documents, context);
  const inactive = others.filter(({ key }) => REDIS.test(kebab(key)));
  const found = springClients(active, context);
  const callers = callersIn(active, context);
  // Keys of a profile that is not chosen alone still name the client.
  const client = found ?? { clients: [{ library: 'springLettuce', options: [] }], missing: [] };
  const control = [...active, ...others].filter(({ key }) =>
    /^spring\.(?:config\.activate\.|profiles)/.test(key),
  );
  return {
    kind,
    ...client,
    ...callers,
    missing: [...(client.missing ?? []), ...callers.missing],
    problems: [...problems, ...callers.problems],
    unused: inactive.map((option) => ({ ...option, key: kebab(option.key), meaning: 'other' as const })),
    lines: [...lines, ...control.map(({ line }) => line)],
  };
}

/** The callers that the web server's threads are. */
function callersIn(
  found: readonly FoundOption[],
  { ask }: Context,
): Required<Pick<Found, 'settings' | 'missing' | 'problems'>> {
  const threads = found.findLast(({ key }) => SERVER_THREADS.test(kebab(key)));
  const nothing = { settings: [], missing: [], problems: [] };
  if (!threads) return nothing;
  const { raw, line, key } = threads;
  const text = typeof raw === 'string' ? filledPlaceholders(raw, line, ask) : raw;
  if (text === undefined) return { ...nothing, missing: [threads] };
  const value = numberOf(text);
  return value !== undefined && Number.isInteger(value) && value > 0
    ? { ...nothing, settings: [{ path: 'workload.arrivals.callers', value, line, key }] }
    : {
        ...nothing,
        problems: [{ code: 'SYS-11', line, key, value: String(raw), expected: 'number' }],
      };
}

export const readSpringYaml: PieceReader = (text, context) => {
  if (!/^\s*["']?(spring|redis)["']?\s*:/m.test(text) && !/^["']?spring\.(data\.)?redis/m.test(text))
    return undefined;
  const documents = yamlDocuments(text);
  if (!documents) return undefined;
  if ('error' in documents)
    return /^\s*["']?(?:spring|redis)["']?\s*:/m.test(text)
      ? { kind: 'springYaml', problems: [documents.error] }
      : undefined;
  const lines = documents.flatMap((document) => document.lines);
  const duplicates = documents.flatMap((document) => document.duplicates);
  return springOf('springYaml', documents, context, lines, duplicates);
};

export const readSpringProperties: PieceReader = (text, context) => {
  const documents: { options: FoundOption[] }[] = [{ options: [] }];
  const lines: number[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    // Boot separates the documents of a properties file in this way.
    if (/^[#!]---\s*$/.test(line)) {
      documents.push({ options: [] });
      lines.push(index + 1);
      return;
    }
    const match =
      /^\s*(?:export\s+|-D)?((?:spring\.|SPRING_|server\.(?:tomcat|jetty|undertow)\.)[\w.[\]-]+)\s*[=:]\s*(.*?)\s*$/.exec(
        line,
      );
    if (!match) return;
    const [, key = '', raw = ''] = match;
    documents
      .at(-1)
      ?.options.push({ key: propertyOf(key) ?? key, raw: raw.replace(/^"(.*)"$/, '$1'), line: index + 1 });
  });
  const seen = new Map<string, number>();
  const duplicates = documents.flatMap(({ options }) => {
    seen.clear();
    return options.flatMap(({ key, line }): FoundProblem[] => {
      const isTwice = seen.has(kebab(key));
      seen.set(kebab(key), line);
      return isTwice ? [{ code: 'SYS-15', line, key }] : [];
    });
  });
  return springOf('springProperties', documents, context, lines, duplicates);
};
