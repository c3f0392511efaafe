/** What client libraries call the settings. Names and their sources are in `client-keys.json`. */
import data from './client-keys.json';
import { getAt } from './patch.ts';

export type Library = keyof typeof data.libraries;

const keys: Readonly<Record<string, Readonly<Partial<Record<Library, string>>>>> = data.keys;

/** Libraries with this runtime and these socket calls, the closest first; each scenario is one of them. */
const CLIENTS: Readonly<Record<string, readonly Library[]>> = {
  'threads blocking': ['jedis'],
  'threads eventLoops': ['lettuce'],
  'goroutines blocking': ['goRedis', 'redigo'],
  'goroutines writerReader': ['rueidis', 'goRedis'],
  'eventLoop eventLoops': ['ioredis', 'nodeRedis'],
};
/** Names that do not depend on the client library. */
const ALWAYS: readonly Library[] = ['go', 'redis'];

/** The libraries whose names a scenario's settings have, the closest first. */
function librariesOf(scenario: unknown): readonly Library[] {
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
  const names = keys[definition];
  const library = names && librariesOf(scenario).find((name) => names[name] !== undefined);
  return library && names[library];
}

/** The names of a setting in all libraries that have it. */
export const allClientKeys = (definition: string): readonly { library: string; key: string }[] =>
  Object.entries(keys[definition] ?? {}).map(([library, key]) => ({
    library: data.libraries[library as Library].name,
    key,
  }));
