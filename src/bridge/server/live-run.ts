/**
 * One workload on a real Redis, from its keys to its result. It starts the threads, reads the server's
 * counters before, during and after, notifies the page, and removes its keys.
 */
import type { Notice, Steadiness } from '../protocol.ts';
import { LIMITS } from '../workload/limits.ts';
import type { BridgeUse, Measured, Progress, RelayUse } from '../workload/measured.ts';
import type { LibraryRun } from '../workload/plan.ts';
import type { Remark } from '../workload/remark.ts';
import type { RealWorkload } from '../workload/workload.ts';
import { Aggregate, failuresIn, histogramOf } from './aggregate.ts';
import { startBenchmark } from './benchmark.ts';
import { type BenchmarkUser, makeBenchmarkUser, removeBenchmarkUser } from './benchmark-user.ts';
import { meanUse, UseWatch } from './bridge-use.ts';
import { CounterReadings } from './counter-readings.ts';
import { driverOrderOf } from './drivers/messages.ts';
import type { DriverProcesses } from './drivers/processes.ts';
import { ProgramUseWatch } from './drivers/program-use.ts';
import { Refusal } from './failure.ts';
import type { Keyspace } from './keyspace.ts';
import type { FromLoad, Report } from './load/messages.ts';
import { findBenchmark, thisMachine } from './machine.ts';
import { type Pinning, pinToOneCore } from './one-core.ts';
import { growthBetween, OBSERVING, type Reading } from './redis-info.ts';
import { ANSWER_MS, type RedisLink, withTimeout } from './redis-link.ts';
import { accessTo, type RedisTarget } from './redis-target.ts';
import { batchingOf, footprintOf, othersOf, remarksOf, troubleOf } from './result.ts';
import { lossOf, refusalOf } from './run-failure.ts';
import { inTurn, keysOf, openCluster, type RunCluster, type RunNode } from './run-nodes.ts';
import type { ValidRunRequest } from './run-request.ts';
import { storeValues } from './stored-values.ts';
import { type LoadThread, mergeUses, type RelayThread, startLoad, startRelay } from './threads.ts';

/** Longest warm-up until the throughput is steady. Where only the first run warms up, others share its time. */
const STEADY_MS: Readonly<Record<Steadiness, number>> = { always: 10_000, once: 4_000 };
/** Time for connecting and for the last replies, in addition to the run; then it ends unconditionally. */
const GRACE_MS = 15_000;
/** After a stop, maximum wait for the server's counters. */
const STOPPED_MS = 500;

export interface Surroundings {
  readonly target: RedisTarget;
  readonly link: RedisLink;
  readonly keys: Keyspace;
  /** The program of the private Redis, which also runs the nodes of a cluster; undefined: Redis is the user's. */
  readonly server: string | undefined;
  /** Entry file of the threads. */
  readonly program: URL;
  readonly tell: (notice: Notice) => void;
  /** The program of a client library; absent: Node's clients or redis-benchmark. */
  readonly driver?:
    | {
        readonly library: LibraryRun;
        readonly command: readonly string[];
        readonly processes: DriverProcesses;
      }
    | undefined;
}

export class LiveRun {
  readonly #number: number;
  readonly #workload: RealWorkload;
  readonly #request: ValidRunRequest;
  readonly #surroundings: Surroundings;
  readonly #aggregate = new Aggregate();
  readonly #watch = new UseWatch();
  readonly #uses: BridgeUse[] = [];
  readonly #relayUses: RelayUse[] = [];
  readonly #programUse = new ProgramUseWatch();
  readonly #readings: CounterReadings;
  #load: LoadThread | undefined;
  #hold: Pinning | undefined;
  /** The session's Redis, or the nodes of the cluster. */
  #nodes: readonly RunNode[];
  #cluster: RunCluster | undefined;
  #relays: readonly RelayThread[] = [];
  #user: BenchmarkUser | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #idleShare = 1;
  #wasRateLimited = false;
  #how: Measured['ended'] = 'complete';
  #lostBy: string | undefined;
  #sent: Readonly<Record<string, number>> = {};
  #benchmarked: Measured['summary'] = null;
  #isOver = false;
  #isUnwanted = false;
  #isRunning = false;
  #conclude: () => void = () => undefined;
  /** Resolves when the run has ended, its result is sent and its keys are removed. */
  readonly ended: Promise<void>;

  constructor(number: number, workload: RealWorkload, request: ValidRunRequest, surroundings: Surroundings) {
    this.#number = number;
    this.#workload = workload;
    this.#request = request;
    this.#surroundings = surroundings;
    this.#nodes = [surroundings];
    this.#readings = new CounterReadings(() => this.#nodes.map(({ link }) => link));
    this.ended = new Promise<void>((resolve) => {
      this.#conclude = resolve;
    });
  }

  /** Whether it is stopped or finished, and only cleans up. */
  get isEnding(): boolean {
    return this.#isUnwanted || this.#isOver;
  }

  /** Resolves once requests are sent; rejects if that fails, after cleaning up. */
  async start(): Promise<void> {
    const { warmupMs, measuredMs } = this.#request;
    try {
      await this.#openCluster();
      const names = keysOf(this.#nodes, this.#request.keys);
      await Promise.all(this.#nodes.map(({ link }, node) => this.#fill(link, names[node] ?? [])));
      this.#checkNotStopped();
      const preference = this.#surroundings.driver ? 'favoured' : 'first';
      if (this.#request.isHeld) this.#hold = await pinToOneCore(this.#surroundings.target, preference);
      await this.#openRelay();
      this.#checkConnectionLimit(await this.#readings.take('begin'));
      this.#checkNotStopped();
      if (this.#workload.driver === 'redisBenchmark') await this.#makeUser();
      await this.#connect(inTurn(names, this.#workload.seed));
    } catch (error) {
      this.#isOver = true;
      await this.#load?.stop();
      // Requests after the removal would leave keys behind.
      await this.#load?.over;
      await this.#cleanUp();
      this.#conclude();
      throw error;
    }
    const steadyMs = this.#request.steady ? STEADY_MS[this.#request.steady] : 0;
    if (this.#isOver) return;
    this.#deadline = setTimeout(() => void this.stop(), warmupMs + steadyMs + measuredMs + GRACE_MS);
    this.#readings.watch();
  }

  #checkNotStopped(): void {
    if (this.#isUnwanted) throw new Refusal('BR-21', { message: 'stopped' });
  }

  /**
   * Stops early; resolves once no more requests are sent, even if Redis hangs. A run that is still starting
   * sends none. The result and the removal of the keys follow once all threads have ended.
   */
  async stop(): Promise<void> {
    this.#isUnwanted = true;
    if (!this.#isOver && this.#how === 'complete') this.#how = 'stopped';
    await this.#load?.stop();
  }

  /** The values to read live slightly longer than the run. */
  #fill(link: RedisLink, names: readonly string[]): Promise<void> {
    const { warmupMs, measuredMs } = this.#request;
    const lifeMs = warmupMs + STEADY_MS.always + measuredMs + GRACE_MS;
    return storeValues(link, this.#workload, names, lifeMs, () => this.#checkNotStopped());
  }

  /** Most clients report rejected connections as lost ones, so the limit is checked first. */
  #checkConnectionLimit(now: Reading): void {
    for (const { info } of now ?? []) {
      const [maxClients, connected] = ['maxclients', 'connected_clients'].map((name) =>
        Number(info.get(name)),
      );
      if (maxClients && connected && connected + this.#workload.connections > maxClients)
        throw new Refusal('BR-18', { limit: maxClients });
    }
  }

  /** A scenario of several nodes gets a cluster for this run, with its own relays. */
  async #openCluster(): Promise<void> {
    const { server, program } = this.#surroundings;
    if (!this.#workload.nodes || server === undefined) return;
    this.#cluster = await openCluster(server, program, this.#workload, () => this.#checkNotStopped());
    this.#nodes = this.#cluster.nodes;
    this.#relays = this.#cluster.relays;
  }

  async #openRelay(): Promise<void> {
    const { relay, seed } = this.#workload;
    if (!relay || this.#cluster) return;
    const { socket } = accessTo(this.#surroundings.target, { transport: 'tcp' });
    const target = 'path' in socket ? socket : { host: socket.host, port: socket.port };
    this.#relays = [await startRelay(this.#surroundings.program, { ...relay, target, seed })];
  }

  /** Only a Redis with a password needs one. */
  async #makeUser(): Promise<void> {
    const { target, link, keys } = this.#surroundings;
    if (target.password !== undefined) this.#user = await makeBenchmarkUser(link, keys);
  }

  #connect(keys: readonly string[]): Promise<void> {
    const { program } = this.#surroundings;
    const [{ target } = this.#surroundings] = this.#nodes;
    const { transport } = this.#workload;
    const { resp, warmupMs, measuredMs } = this.#request;
    const relayPort = this.#relays[0]?.port;
    const nodes = this.#cluster?.sockets;
    const access = accessTo(target, { transport, resp, ...(relayPort !== undefined && { relayPort }) });
    const commandsPerSec = target.address.kind === 'private' ? null : LIMITS.foreignRatePerSec;
    const order = {
      workload: this.#workload,
      access: { ...access, ...this.#user, ...(nodes && { nodes }) },
      keys,
      ttlMs: LIMITS.ttlMs,
      warmupMs,
      measuredMs,
      commandsPerSec,
      core: this.#hold?.core ?? null,
    };
    return new Promise((resolve, reject) => {
      const onMessage = (message: FromLoad) => {
        if (message.kind === 'connected') {
          // At once: where this thread was busy, the end of a short run waits behind this message.
          this.#isRunning = true;
          resolve();
        } else if (message.kind === 'refused')
          reject(new Refusal(...refusalOf(message.message, this.#surroundings.driver !== undefined)));
        else if (message.kind === 'ended' && !this.#isRunning)
          reject(new Refusal('BR-21', { message: 'stopped' }));
        else this.#hear(message);
      };
      const lost = (message: string) => {
        if (!this.#isRunning) return reject(new Refusal(...lossOf(message)));
        this.#how = 'lost';
        this.#lostBy = message;
        void this.#finish();
      };
      const { driver } = this.#surroundings;
      const benchmark = this.#workload.driver === 'redisBenchmark' ? findBenchmark() : undefined;
      if (driver) {
        const { steady } = this.#request;
        const limit = steady && { maxWarmupMs: Math.max(warmupMs, STEADY_MS[steady]) };
        this.#load = driver.processes.start(
          { command: driver.command, core: order.core },
          driverOrderOf(order, driver.library, limit),
          steady ?? 'always',
          { onMessage, news: this.#programUse, lost },
        );
      } else
        this.#load = benchmark
          ? startBenchmark(benchmark, order, onMessage, lost)
          : startLoad(program, order, onMessage, lost);
    });
  }

  #hear(message: FromLoad): void {
    if (message.kind === 'measuring') {
      void this.#readings.take('from');
      this.#watch.idleShare();
    } else if (message.kind === 'measured') {
      void this.#readings.take('to');
      this.#idleShare = this.#watch.idleShare();
    } else if (message.kind === 'report') this.#report(message.report);
    else if (message.kind === 'benchmarked') this.#benchmarked = message.summary;
    else if (message.kind === 'ended') {
      this.#sent = message.sent;
      void this.#finish();
    }
  }

  #report(report: Report): void {
    this.#aggregate.add(report);
    const relay = mergeUses(this.#relays.flatMap((each) => each.use() ?? []));
    const bridge = this.#watch.look(report.use, relay);
    if (!report.isWarmup) {
      this.#uses.push(bridge);
      if (relay) this.#relayUses.push(relay);
    }
    this.#wasRateLimited ||= report.wasRateLimited;
    const progress: Progress = {
      atUs: report.atUs,
      intervalUs: report.intervalUs,
      isWarmup: report.isWarmup,
      issued: report.issued,
      completed: report.completed,
      failed: failuresIn(report.failures),
      shed: report.shed,
      inProgress: report.inProgress,
      histogram: histogramOf(report.response),
      meanUs: report.response.count > 0 ? report.response.sumNs / report.response.count / 1000 : null,
      bridge,
      server: this.#readings.takeGrowth(),
      look: report.look,
      trouble: troubleOf(report),
    };
    this.#surroundings.tell({ event: 'progress', run: this.#number, progress });
  }

  async #finish(): Promise<void> {
    if (this.#isOver) return this.ended;
    this.#isOver = true;
    this.#readings.stopWatching();
    clearTimeout(this.#deadline);
    const patienceMs = this.#how === 'stopped' ? STOPPED_MS : ANSWER_MS;
    const { begin, from, to, end } = await this.#readings.conclude(patienceMs);
    const server = growthBetween(from, to);
    const wholeRun = growthBetween(begin, end);
    const isBenchmark = this.#workload.driver === 'redisBenchmark';
    const summary = isBenchmark ? this.#benchmarked : this.#aggregate.summary();
    const relay = mergeUses(this.#relayUses);
    const isLocal = this.#surroundings.target.address.kind !== 'remote';
    const bridge = meanUse(this.#uses, relay) ?? this.#watch.look(null, relay);
    const lost: Remark[] = this.#lostBy === undefined ? [] : [new Refusal(...lossOf(this.#lostBy)).failure];
    const isClean = this.#cleanUp();
    await withTimeout(isClean, patienceMs).catch(() => undefined);
    const program = this.#surroundings.driver && this.#programUse.total();
    const measured: Measured = {
      workload: this.#workload,
      ended: this.#how,
      summary,
      server,
      batching: batchingOf(server),
      bridge,
      ...(program && { program }),
      footprint: footprintOf(from, to, server, this.#workload, this.#readings.count),
      ...(isLocal &&
        server && { othersCores: othersOf(bridge, server, this.#idleShare, program?.cores ?? 0) }),
      counted: Object.entries(this.#sent)
        // The bridge itself sends these, too.
        .filter(([name]) => !OBSERVING.has(name))
        .map(([name, sent]) => ({
          name,
          sent,
          server: wholeRun ? (wholeRun.commands.find((command) => command.name === name)?.calls ?? 0) : null,
        })),
      remarks: [
        ...lost,
        ...remarksOf(bridge, this.#workload, this.#idleShare, this.#wasRateLimited),
        ...(this.#surroundings.driver ? this.#programUse.remarks(this.#hold ? 1 : thisMachine().cores) : []),
      ],
    };
    this.#surroundings.tell({ event: 'ended', run: this.#number, measured });
    await isClean;
    this.#conclude();
  }

  /** If Redis is unreachable, the keys expire instead. */
  async #cleanUp(): Promise<void> {
    // First, so that the bridge's priority always ends.
    await this.#hold?.release();
    await Promise.all(this.#relays.map((each) => each.stop()));
    if (this.#user) await removeBenchmarkUser(this.#surroundings.link, this.#user);
    await Promise.all(this.#nodes.map(({ keys, link }) => keys.removeFrom(link)));
    await this.#cluster?.stop();
  }
}
