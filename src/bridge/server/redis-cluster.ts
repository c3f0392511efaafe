/**
 * A private cluster for one run: several processes like the private Redis, each with an equal range of the slots and
 * without replicas. It is stopped with the run, and with the bridge.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseInfo } from './redis-info.ts';
import { RedisLink } from './redis-link.ts';
import { freePort, type RedisProcess, startRedis } from './redis-process.ts';
import { privateTarget, type RedisTarget } from './redis-target.ts';

const SLOTS = 16_384;
/** The bus between the nodes listens this far above a node's port. */
const BUS = 10_000;
const LAST_PORT = 65_535;
/** A node serves two seconds after its start at the earliest; on a busy machine it takes longer. */
const READY_MS = 20_000;
const AGAIN_MS = 20;

export interface ClusterNode {
  readonly target: RedisTarget;
  readonly link: RedisLink;
  /** First slot, and the one after the last. */
  readonly slots: { readonly from: number; readonly to: number };
}

export interface RedisCluster {
  readonly nodes: readonly ClusterNode[];
  stop(): Promise<void>;
}

/** Ports for the nodes of a cluster, free a moment ago, with their bus. */
export async function clusterPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await freePort();
    const isPossible = port + BUS <= LAST_PORT && !ports.includes(port);
    if (isPossible && (await freePort(port + BUS).catch(() => undefined))) ports.push(port);
  }
  return ports;
}

export interface ClusterOptions {
  readonly ports: readonly number[];
  /** Ports that the nodes name to their clients, such as those of a relay. */
  readonly announced: readonly number[];
  readonly password: string;
  /** Called while it waits; what it throws ends the start. */
  readonly whileWaiting: () => void;
}

/** Starts the nodes and waits until each of them serves all slots of the cluster. */
export async function startCluster(
  program: string,
  { ports, announced, password, whileWaiting }: ClusterOptions,
): Promise<RedisCluster> {
  const started = await Promise.allSettled(
    ports.map((port, node) =>
      startRedis(program, { tcp: port, password, extra: optionsOf(announced[node] ?? port) }),
    ),
  );
  const processes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const nodes = processes.map((redis, node) => nodeOf(redis, node, ports.length, password));
  const stop = async () => {
    for (const { link } of nodes) link.close();
    await Promise.all(processes.map((redis) => redis.stop()));
  };
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    await until(nodes, whileWaiting, answers);
    await join(nodes, ports);
    await until(nodes, whileWaiting, servesAllSlots);
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop };
}

/** They keep no data. The description of the cluster is in the folder of the process, which is removed with it. */
const optionsOf = (announced: number): string[] => [
  ...['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf'],
  ...['--cluster-announce-ip', '127.0.0.1', '--cluster-announce-port', String(announced)],
];

function nodeOf(redis: RedisProcess, node: number, count: number, password: string): ClusterNode {
  const target = privateTarget(redis, password);
  const startOf = (number: number) => Math.floor((SLOTS * number) / count);
  const slots = { from: startOf(node), to: startOf(node + 1) };
  return { target, link: new RedisLink(target), slots };
}

/** Gives the slots to the nodes, and introduces each node to each other: gossip would take seconds. */
async function join(nodes: readonly ClusterNode[], ports: readonly number[]): Promise<void> {
  await Promise.all(
    nodes.map(async ({ link, slots: { from, to } }, node) => {
      const slots = Array.from({ length: to - from }, (_, i) => String(from + i));
      await link.call(['CLUSTER', 'ADDSLOTS', ...slots]);
      await link.call(['CLUSTER', 'SET-CONFIG-EPOCH', String(node + 1)]);
    }),
  );
  for (const [node, { link }] of nodes.entries())
    for (const port of ports.slice(node + 1))
      await link.call(['CLUSTER', 'MEET', '127.0.0.1', String(port), String(port + BUS)]);
}

/** Waits until something holds for each node, for `READY_MS` at most. A node that does not answer yet is asked again. */
async function until(
  nodes: readonly ClusterNode[],
  whileWaiting: () => void,
  holds: (node: ClusterNode) => Promise<boolean>,
): Promise<void> {
  const endMs = performance.now() + READY_MS;
  for (;;) {
    whileWaiting();
    const held = await Promise.all(nodes.map((node) => holds(node).catch(() => false)));
    if (held.every(Boolean)) return;
    if (performance.now() > endMs) throw new Error('the nodes did not form a cluster in time');
    await sleep(AGAIN_MS);
  }
}

const answers = async ({ link }: ClusterNode): Promise<boolean> => (await link.call(['PING'])) === 'PONG';

async function servesAllSlots({ link }: ClusterNode): Promise<boolean> {
  const info = parseInfo(String(await link.call(['CLUSTER', 'INFO'])));
  return info.get('cluster_state') === 'ok' && info.get('cluster_slots_ok') === String(SLOTS);
}
