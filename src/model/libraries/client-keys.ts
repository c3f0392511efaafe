/**
 * What client libraries call the settings: the option that sets a field, else the name in `names/`. The names of Go and of
 * Redis itself are in `names/` as well.
 */
import { fields } from '../scenario/fields.ts';
import { getAt } from '../scenario/patch.ts';
import { type LibraryOption, libraries } from './library.ts';

/** Names that no option of the library gives, by the path of the field. */
interface Names {
  /** Only of what is no client library. */
  readonly name?: string;
  readonly source: string;
  readonly keys: Readonly<Record<string, string>>;
}

const files = import.meta.glob<Names>('./names/*.json', { eager: true, import: 'default' });
const names = new Map(
  Object.entries(files).map(([path, own]) => [path.slice('./names/'.length, -'.json'.length), own]),
);

/** Libraries with this runtime and these socket calls, the closest first; each scenario is one of them. */
const CLIENTS: Readonly<Record<string, readonly string[]>> = {
  'threads blocking': ['jedis'],
  'threads eventLoops': ['lettuce'],
  'goroutines blocking': ['goRedis', 'redigo'],
  'goroutines writerReader': ['rueidis', 'goRedis'],
  'eventLoop eventLoops': ['ioredis', 'nodeRedis'],
};
/** Names that do not depend on the client library. */
const ALWAYS = ['go', 'redis'];

interface Named {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** The name of an option for readers: whole property keys without what all of them begin with. */
const keyOf = ({ id, names: own }: LibraryOption): string =>
  own.properties?.[0]?.replace(/^spring\.(data\.)?redis\./, '') ?? id;

/** The path of a field's whole value: that of a choice is in its `kind`. */
const wholePath = (path: string): string => path.replace(/\.kind$/, '');

/** All names by definition; where variants share a path, an option is that of its library's way to call sockets. */
const byDefinition: ReadonlyMap<string, readonly Named[]> = new Map(
  fields.map(({ key, path, when }) => {
    const whole = wholePath(path);
    const io = when.find((condition) => condition.path === 'client.io.kind')?.is;
    const isShared = fields.some((other) => other.path === path && other.key !== key);
    const ofClients = libraries.flatMap(({ id, name, runtime, options }): Named[] => {
      const own = names.get(id)?.keys[whole];
      const option = options.find(({ sets }) => sets !== null && wholePath(sets) === whole);
      const ownIo = runtime['client.io.kind'] ?? 'blocking';
      if (isShared && io !== undefined && ownIo !== io) return [];
      const found = own ?? (option && keyOf(option));
      return found === undefined ? [] : [{ id, name, key: found }];
    });
    const ofOthers = [...names].flatMap(([id, { name, keys }]): Named[] => {
      const found = keys[whole];
      return name === undefined || found === undefined ? [] : [{ id, name, key: found }];
    });
    return [key, [...ofClients, ...ofOthers]];
  }),
);

/** The libraries whose names a scenario's settings have, the closest first. */
function librariesOf(scenario: unknown): readonly string[] {
  const [runtime, io] = ['runtime', 'io'].map((part) => getAt(scenario, `client.${part}.kind`));
  const clients = CLIENTS[`${runtime ?? 'threads'} ${io ?? 'blocking'}`] ?? [];
  // Of the two clients of Node, only node-redis writes what a turn of the loop has gathered.
  const isNodeRedis = getAt(scenario, 'client.io.flush.kind') === 'drained';
  const isAutoPipeline = Number(getAt(scenario, 'client.io.maxBatch') ?? 0) > 0;
  return [...(isNodeRedis || isAutoPipeline ? clients.toReversed() : clients), ...ALWAYS];
}

/**
 * The name that the scenario's client has for a setting; undefined if it has none.
 * @param definition of the setting: `Connections.pooled.maxTotal`
 */
export function clientKey(definition: string, scenario: unknown): string | undefined {
  const named = byDefinition.get(definition) ?? [];
  const library = librariesOf(scenario).find((id) => named.some((own) => own.id === id));
  return named.find(({ id }) => id === library)?.key;
}

/** The names of a setting in all libraries that have it. */
export const allClientKeys = (definition: string): readonly { library: string; key: string }[] =>
  (byDefinition.get(definition) ?? []).map(({ name, key }) => ({ library: name, key }));
