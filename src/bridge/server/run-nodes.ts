/** The servers of one run: the session's Redis, or a private cluster that is started for the run. */
import { randomBytes } from 'node:crypto';
import { shuffler } from 'd3-array';
import type { RealWorkload } from '../workload/workload.ts';
import { Refusal } from './failure.ts';
import { Keyspace, newPrefix } from './keyspace.ts';
import type { Socket } from './load/messages.ts';
import { randomFrom } from './load/random.ts';
import { type ClusterNode, clusterPorts, startCluster } from './redis-cluster.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';
import { type RelayThread, startRelay } from './threads.ts';

/** One server of a run. */
export interface RunNode {
  readonly target: RedisTarget;
  readonly link: RedisLink;
  /** Keys of its slots. */
  readonly keys: Keyspace;
}

/** A cluster of a run. */
export interface RunCluster {
  readonly nodes: readonly RunNode[];
  /** One for each node, if delay is added. */
  readonly relays: readonly RelayThread[];
  /** Addresses for the client: those of the relays, or of the nodes. */
  readonly sockets: readonly Socket[];
  /** Ends the processes. */
  stop(): Promise<void>;
}

/** Stream of random numbers for the order of keys. */
const KEY_ORDER = 7;

/**
 * Starts a cluster, and a relay for each node if delay is added. The nodes name the relays to their clients.
 * @param server program of the nodes
 * @param thread entry file of the relays
 * @param whileWaiting what it throws ends the start
 */
export async function openCluster(
  server: string,
  thread: URL,
  { nodes: count = 1, relay, seed }: RealWorkload,
  whileWaiting: () => void,
): Promise<RunCluster> {
  const ports = await clusterPorts(count);
  const relays = relay
    ? await Promise.all(
        ports.map((port, node) =>
          startRelay(thread, { ...relay, target: { host: '127.0.0.1', port }, seed: seed + node }),
        ),
      )
    : [];
  const endRelays = () => Promise.all(relays.map((each) => each.stop()));
  const announced = relays.length > 0 ? relays.map(({ port }) => port) : ports;
  const password = randomBytes(24).toString('base64url');
  try {
    const cluster = await startCluster(server, { ports, announced, password, whileWaiting });
    try {
      const nodes = await Promise.all(cluster.nodes.map(withKeys));
      const sockets = announced.map((port) => ({ host: '127.0.0.1', port, tls: null }));
      return { nodes, relays, sockets, stop: cluster.stop };
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  } catch (error) {
    await endRelays();
    if (error instanceof Refusal) throw error;
    throw new Refusal('BR-21', { message: error instanceof Error ? error.message : String(error) });
  }
}

/** Draws prefixes until the hash tag of one is in a slot of the node. */
async function withKeys({ target, link, slots }: ClusterNode): Promise<RunNode> {
  for (;;) {
    const prefix = newPrefix();
    const slot = Number(await link.call(['CLUSTER', 'KEYSLOT', prefix]));
    if (slot >= slots.from && slot < slots.to) return { target, link, keys: new Keyspace(prefix) };
  }
}

/** Names of keys for each node, as many on each, up to a rest. */
export const keysOf = (nodes: readonly RunNode[], count: number): string[][] =>
  nodes.map(({ keys }, node) => keys.numbered(Math.ceil((count - node) / nodes.length)));

/**
 * The keys in the order in which callers take them. Those of several nodes are mixed: like the keys of the model, two
 * that follow each other are on any nodes.
 */
export const inTurn = (names: readonly (readonly string[])[], seed: number): string[] =>
  names.length > 1 ? shuffler(randomFrom(seed, KEY_ORDER))(names.flat()) : names.flat();
