/** What client libraries call the settings. Each Rust field declares its names; `client-libraries.json` has their sources. */
import libraries from './client-libraries.json';
import { fields, type Names } from './fields.ts';
import { getAt } from './patch.ts';

export type Library = keyof typeof libraries;

const keys = new Map<string, Names>(fields.flatMap(({ key, names }) => (names ? [[key, names]] : [])));

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
  const names = keys.get(definition);
  const library = names && librariesOf(scenario).find((name) => names[name] !== undefined);
  return library && names[library];
}

/** The names of a setting in all libraries that have it. */
export const allClientKeys = (definition: string): readonly { library: string; key: string }[] =>
  Object.entries(keys.get(definition) ?? {}).map(([library, key]) => ({
    library: libraries[library as Library].name,
    key,
  }));
