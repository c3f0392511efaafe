/** Names of settings in client libraries, Go and Redis, by the scenario's client. */
import { getAt } from '../scenario/patch.ts';
import generated from './generated/client-keys.json';

/** Of `option-names.ts`, by definition and library: the libraries' whole data would be a part of every first visit. */
const keys: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = generated.keys;
const names: Readonly<Record<string, string>> = generated.names;

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
  const named = keys[definition] ?? {};
  const library = librariesOf(scenario).find((id) => Object.hasOwn(named, id));
  return library && named[library];
}

/** The names of a setting in all libraries that have it. */
export const allClientKeys = (definition: string): readonly { library: string; key: string }[] =>
  Object.entries(keys[definition] ?? {}).map(([id, key]) => ({ library: names[id] ?? id, key }));
