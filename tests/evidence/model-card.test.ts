/** The page of the model says what the files say: every cost, every fit, every simplification in wasm/model/left-out.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { fitInputs } from '../../src/evidence/fit/input.ts';
import { BASE, costRows, countsOf } from '../../src/evidence/model-page/cost-rows.ts';
import { LEFT_OUT, type LeftOutId } from '../../src/evidence/model-page/left-out.ts';
import { fits, versions } from '../../src/evidence/model-page/model-card.ts';
import { REQUEST_PATH } from '../../src/evidence/model-page/request-path.ts';
import { loadProfiles } from '../../src/model/scenario/cost-profiles.ts';
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import { loadEngine } from '../engine/runs.ts';

const chapter = (name: string) => readFileSync(at(`wasm/model/${name}.md`), 'utf8');
const profiles = await loadProfiles();

/** First cells of the rows of all tables that begin with this line. */
function firstCells(head: string): string[] {
  const [, ...tables] = chapter('left-out').split(`${head}\n|---|---|\n`);
  expect(tables.length, head).toBeGreaterThan(0);
  const rows = tables.flatMap((table) => (table.trimEnd().split('\n\n')[0] ?? '').split('\n'));
  return rows.map((row) => row.split(' | ')[0]?.replace(/^\| /, '') ?? '');
}

/** What each entry of the page is in the chapter: how the rows begin that say it at length. */
const SAID_AT_LENGTH: Readonly<Record<LeftOutId, readonly string[]>> = {
  constants: ['costs are constants'],
  caches: ["a core's own caches are warm or cold"],
  priorities: ['the run queue of a process'],
  steps: ['a preempted thread finishes its step'],
  timers: ["a thread's timer fires"],
  idleStates: ['idle states are those of Broadwell'],
  machines: ['client and server have the same costs'],
  interrupts: ['soft interrupts are part'],
  headers: ['no headers', 'packets through a bridge'],
  tcp: ['TCP knows the round-trip time', 'no multipath TCP'],
  receiveQueue: ['a card has one receive queue'],
  corking: ['segments do not wait for the network card'],
  quickAcks: ['the first 16 or so segments'],
  handshakes: ['SYN and its reply'],
  buffers: ['socket buffers have no limit'],
  halves: ['half of the RTT each way'],
  breaks: ['without [events](events.md), connections break'],
  closing: ['abandoned requests and their successors'],
  go: ['goroutines are never preempted'],
  poolLock: ['the pool has no lock of its own'],
  lettuceLock: ['Lettuce has no endpoint lock'],
  netty: ["netty's timers", "commands that netty's loop does not write"],
  impatience: ['the evictor, goroutines that fill a pool', 'parts of a batch that are sent all at once'],
  pooledLettuce: ['a pooled Lettuce connection'],
  nextSocket: ['the socket that replaces', 'a PING of rueidis'],
  lateAnswers: ['a loop reads and discards'],
  roundRobin: ['`roundRobin` counts requests'],
  ioThreads: ['Valkey 9 prefetches keys', 'queues of Valkey 9.1 belong to threads'],
  persistence: ['no snapshots (fork)'],
  queryBuffer: ['the query buffer never shrinks'],
  moving: ['moving keys costs nothing'],
  routing: ['computing the slot of a key'],
  clusterPipeline: ['a ClusterPipeline of Jedis keeps'],
  slotTable: ['a client builds its table'],
  redirections: ["Lettuce's callers, not its loops"],
  replicas: ['no full synchronisation of replicas'],
  clusterThreads: ['nodes of a cluster have no I/O threads'],
  clusterPublish: ['PUBLISH in a cluster'],
  nodeTimeouts: ["go-redis' WriteTimeout", 'node-redis (read in', 'ioredis: socketTimeout'],
  goRedis: ['go-redis: MaxConcurrentDials', 'go-redis: MaxConcurrentBatches'],
  redigo: ['redigo: a TestOnBorrow'],
  buffersOfClients: ['rueidis: WriteBufferEachConn', 'Jedis 3: SELECT'],
  transports: ["Lettuce: netty's io_uring", 'ioredis: a pipeline for each group', 'keep-alive probes'],
  watch: ['no WATCH'],
  proxies: ['a proxy has one server'],
  lostInTransaction: ['a client never disappears'],
  gatherErrors: ['an error of one node'],
  callerCode: ['callers compute'],
  callbacks: ['callbacks on the event loop'],
  spinningLocks: ['locks do not spin'],
  pinning: ['threads are not pinned'],
  postponedReads: ['all clients may be read by I/O threads'],
  http: ['HTTP/1 and HTTP/2'],
  memory: ['data in flight is limited'],
  standstill: ['a closed loop in which nothing'],
};

describe('what the model leaves out', () => {
  const rows = [
    ...firstCells('| simplification | expected effect |'),
    ...firstCells('| setting | what it would change |'),
  ];

  it('is exactly the list of wasm/model/left-out.md', () => {
    const beginnings = Object.values(SAID_AT_LENGTH).flat();
    expect(rows.filter((row) => !beginnings.some((beginning) => row.startsWith(beginning)))).toEqual([]);
    expect(beginnings.filter((beginning) => !rows.some((row) => row.startsWith(beginning)))).toEqual([]);
  });

  it('has a place and a direction for every entry', () => {
    const placed = Object.values(LEFT_OUT).flatMap((entries) => Object.keys(entries));
    expect(placed.toSorted()).toEqual(Object.keys(SAID_AT_LENGTH).toSorted());
  });
});

describe('the costs', () => {
  it('are those of the profiles, individually and in total', () => {
    for (const { name } of profiles) {
      const file = JSON.parse(readFileSync(at(`wasm/src/scenario/profiles/${name}.json`), 'utf8'));
      const own = Object.keys(file.costs ?? file).toSorted();
      const ofAll = costRows(profiles, '').filter(({ profile }) => profile === name);
      const one = costRows(profiles, name);
      expect(one).toHaveLength(profiles[0] ? Object.keys(profiles[0].costs).length : 0);
      for (const { id, cost } of ofAll) {
        expect(own, name).toContain(id);
        expect(cost).toEqual((file.costs ?? file)[id]);
      }
      const total = Object.values(
        countsOf({ name, costs: Object.fromEntries(one.map((row) => [row.id, row.cost])) }),
      );
      expect(total.reduce((sum, count) => sum + count, 0)).toBe(one.length);
    }
  });

  it('are the rows of the table in wasm/model/costs.md', () => {
    const [, rest = ''] = chapter('costs').split('<!-- costs:');
    const [table = ''] = rest.split('<!-- /costs -->');
    const listed = [...table.matchAll(/^\| `([\w-]+)` \| `(\w+)` \|/gm)].map(
      ([, profile, cost]) => `${profile} ${cost}`,
    );
    expect(listed.length).toBeGreaterThan(20);
    const shown = new Set(costRows(profiles, '').map(({ profile, id }) => `${profile} ${id}`));
    expect(listed.filter((row) => !shown.has(row))).toEqual([]);
    const ofMachines = [...shown].filter((row) => !/^(ideal|linux-server|linux-2core-vm) /.test(row));
    expect(ofMachines.toSorted()).toEqual(listed.toSorted());
    expect(profiles.map(({ name }) => name)).toEqual(fieldNamed('costs.profile')?.choices);
    expect(profiles.some(({ name }) => name === BASE)).toBe(true);
  });
});

describe('the fits', () => {
  it('are complete, with the fitted and the held-out values', () => {
    expect(fits.map(({ profile }) => profile).toSorted()).toEqual([...fitInputs.keys()].toSorted());
    for (const { profile, fit, judge, decided, judged, sources } of fits) {
      const input = fitInputs.get(profile);
      expect(decided.values).toBe(fit.length);
      expect(judged.values).toBe(judge.length);
      expect(decided.worst).toBe(Math.max(...fit.map(({ error }) => Math.abs(error))));
      expect(decided.median).toBeLessThanOrEqual(decided.worst);
      expect(sources.length > 0, profile).toBe(Object.keys(input?.published ?? {}).length > 0);
      expect(sources.length).toBeLessThan(4);
    }
  });
});

describe('the stated engine', () => {
  it('is this engine, with its scenario version', async () => {
    const engine = await loadEngine();
    const { scenario } = engine.normalize('{}');
    if (!scenario) throw new Error('the default scenario is refused');
    engine.open(scenario, false);
    expect(versions.engine).toBe(engine.summary().engineVersion);
    expect(versions.format).toMatch(/^\d+$/);
  });
});

describe('the path of a request', () => {
  it('is a line from the caller and back to it', () => {
    for (const [index, { line }] of REQUEST_PATH.entries())
      expect(REQUEST_PATH[index + 1]?.line[0] ?? line[2]).toBe(line[2]);
    expect([REQUEST_PATH[0]?.place, REQUEST_PATH.at(-1)?.place]).toEqual(['caller', 'caller']);
  });
});
