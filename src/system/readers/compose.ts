/** Docker Compose: replicas, CPU limit and variables of the client, and the arguments of the server. */
import { yamlDocuments } from './flat-yaml.ts';
import type { Context, Found, FoundOption, FoundProblem, PieceReader } from './reader-result.ts';
import { readRedisConf } from './redis-conf.ts';
import { springClients } from './spring.ts';
import { coreSetting, SERVER, SIDECAR, variablesIn } from './workload.ts';

interface Service {
  readonly name: string;
  readonly line: number;
  /** Keys below the service. */
  readonly options: readonly FoundOption[];
}

export const readCompose: PieceReader = (text, context) => {
  if (!/^services:[ \t]*\r?$/m.test(text)) return undefined;
  const documents = yamlDocuments(text);
  if (!documents) return undefined;
  if ('error' in documents) return { kind: 'compose', problems: [documents.error] };
  const services = servicesIn(documents.flatMap(({ options }) => options));
  if (!services.some(({ options }) => valueAt(options, 'image', 'build', 'build.context', 'command')))
    return undefined;
  const isServer = ({ options }: Service) => SERVER.test(String(valueAt(options, 'image')?.raw ?? ''));
  const problems: FoundProblem[] = documents.flatMap(({ duplicates }) => duplicates);
  const chosen = choose(
    services.filter((service) => !isServer(service)),
    context,
  );
  const spring = chosen && springClients(variablesIn(chosen.options), context);
  const cpu = chosen && valueAt(chosen.options, 'deploy.resources.limits.cpus', 'cpus');
  const replicas = chosen && valueAt(chosen.options, 'deploy.replicas', 'scale');
  const server = services.filter(isServer).flatMap((service) => argumentsOf(service, context) ?? []);
  const own = new Set(spring?.clients?.flatMap(({ options }) => options.map(({ line }) => line)));
  return {
    kind: 'compose',
    ...spring,
    instances: Number(replicas?.raw) > 0 ? Number(replicas?.raw) : undefined,
    settings: [
      ...(cpu ? coreSetting(cpu, problems) : []),
      ...server.flatMap(({ settings = [] }) => settings),
    ],
    unused: server.flatMap(({ unused = [] }) => unused),
    observed: Object.assign({}, ...server.map(({ observed }) => observed)) as Found['observed'] & object,
    problems: [...problems, ...server.flatMap((each) => each.problems ?? [])],
    lines: [
      ...documents.flatMap(({ lines }) => lines),
      ...documents.flatMap(({ options }) =>
        options.flatMap(({ key, line }) =>
          /^(?:version|name)$|\.image$|\.replicas$|\.scale$/.test(key) ? [line] : [],
        ),
      ),
      ...own,
    ],
  };
};

function servicesIn(options: readonly FoundOption[]): Service[] {
  const names = [...new Set(options.flatMap(({ key }) => /^services\.([^.[]+)\./.exec(key)?.[1] ?? []))];
  return names.map((name) => {
    const prefix = `services.${name}.`;
    const own = options.filter(({ key }) => key.startsWith(prefix));
    return {
      ...{ name, line: own[0]?.line ?? 1 },
      options: own.map((option) => ({ ...option, key: option.key.slice(prefix.length) })),
    };
  });
}

const valueAt = (options: readonly FoundOption[], ...keys: readonly string[]): FoundOption | undefined =>
  keys.map((key) => options.find((option) => option.key === key)).find((each) => each !== undefined);

/** The service of the client: the only one that configures Redis, or one that is asked for. */
function choose(services: readonly Service[], { ask }: Context): Service | undefined {
  const configuring = services.filter(({ options }) => variablesIn(options).length > 0);
  const candidates = configuring.length > 0 ? configuring : services;
  const usual = candidates.find(({ name }) => !SIDECAR.test(name)) ?? candidates[0];
  if (candidates.length < 2 || !usual) return usual;
  const values = candidates.map(({ name }) => name);
  const answer = ask({
    ...{ id: 'container', kind: 'container', values },
    ...{ proposal: usual.name, line: usual.line },
  });
  return candidates.find(({ name }) => name === answer) ?? usual;
}

/** The directives on the command line of a server: `redis-server --maxclients 500`. */
function argumentsOf({ options }: Service, context: Context): Found | undefined {
  const words = options.filter(({ key }) => /^(?:command|entrypoint)(?:\[\d+\])?$/.test(key));
  const line = words[0]?.line;
  if (line === undefined) return undefined;
  const whole = words.map(({ raw }) => String(raw)).join(' ');
  const directives = [...whole.matchAll(/--([a-z-]+)\s+((?:(?!--)\S+\s*)+)/g)];
  const found = readRedisConf(
    directives.map(([, name = '', value = '']) => `${name} ${value.trim()}`).join('\n'),
    context,
  );
  const here = <T extends { readonly line: number }>(items: readonly T[] = []): T[] =>
    items.map((item) => ({ ...item, line }));
  return (
    found && {
      ...{ kind: found.kind, settings: here(found.settings), unused: here(found.unused) },
      problems: here(found.problems),
      ...(found.observed?.maxclients && {
        observed: { maxclients: { value: found.observed.maxclients.value, line } },
      }),
    }
  );
}
