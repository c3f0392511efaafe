/**
 * One workload on a real Redis, from its keys to its result. It starts the threads, reads the server's
 * counters before, during and after, notifies the page, and removes its keys.
 */
import { randomBytes } from 'node:crypto';
import type { Notice, Steadiness } from '../protocol.ts';
import { LIMITS } from '../workload/limits.ts';
import type { BridgeUse, Measured, Progress, RelayUse } from '../workload/measured.ts';
import type { LibraryRun } from '../workload/plan.ts';
import type { Remark } from '../workload/remark.ts';
import type { RealWorkload } from '../workload/workload.ts';
import { Aggregate, failuresIn, histogramOf } from './aggregate.ts';
import { startBenchmark } from './benchmark.ts';
import { meanUse, UseWatch } from './bridge-use.ts';
import { driverOrderOf } from './drivers/messages.ts';
import type { DriverProcesses } from './drivers/processes.ts';
import { ProgramUseWatch } from './drivers/program-use.ts';
import { failureOf, Refusal } from './failure.ts';
import type { Keyspace } from './keyspace.ts';
import { type FromLoad, OVERSIZED_REPLY, type Report } from './load/messages.ts';
import { valueFor } from './load/requests.ts';
import { findBenchmark, thisMachine } from './machine.ts';
import { MAX_BYTES } from './memory-watch.ts';
import { type Pinning, pinToOneCore } from './one-core.ts';
import { growthBetween, OBSERVING, readCounters, type Snapshot } from './redis-info.ts';
import { ANSWER_MS, type RedisLink, withTimeout } from './redis-link.ts';
import { accessTo, type RedisTarget } from './redis-target.ts';
import { batchingOf, footprintOf, othersOf, remarksOf, troubleOf } from './result.ts';
import type { ValidRunRequest } from './run-request.ts';
import { type LoadThread, mergeUses, type RelayThread, startLoad, startRelay } from './threads.ts';

/** Interval of reading the server's counters during a workload. */
const COUNTERS_MS = 1_000;
/** Size of a batch of values stored before a run. */
const FILL_BYTES = 1024 * 1024;
const FILL_KEYS = 200;
/** Longest warm-up until the throughput is steady. Where only the first run warms up, others share its time. */
const STEADY_MS: Readonly<Record<Steadiness, number>> = { always: 10_000, once: 4_000 };
/** Time for connecting and for the last replies, in addition to the run; then it ends unconditionally. */
const GRACE_MS = 15_000;
/** After a stop, maximum wait for the server's counters. */
const STOPPED_MS = 500;

/** The Redis user of redis-benchmark. */
interface BenchmarkUser {
  readonly username: string;
  readonly password: string;
}

const newSecret = () => randomBytes(18).toString('base64url');

export interface Surroundings {
  readonly target: RedisTarget;
  readonly link: RedisLink;
  readonly keys: Keyspace;
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
  readonly #readings: Partial<Record<'begin' | 'from' | 'to' | 'end', Promise<Snapshot | null>>> = {};
  #load: LoadThread | undefined;
  #hold: Pinning | undefined;
  #relay: RelayThread | undefined;
  #user: BenchmarkUser | undefined;
  #looking: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #lastReading: Snapshot | null = null;
  #observed = 0;
  #progressServer: Progress['server'] = null;
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
      const names = this.#surroundings.keys.numbered(this.#request.keys);
      await this.#fill(names);
      this.#checkNotStopped();
      const preference = this.#surroundings.driver ? 'favoured' : 'first';
      if (this.#request.isHeld) this.#hold = await pinToOneCore(this.#surroundings.target, preference);
      await this.#openRelay();
      this.#readings.begin = this.#readCounters();
      this.#checkConnectionLimit(await this.#readings.begin);
      this.#checkNotStopped();
      if (this.#workload.driver === 'redisBenchmark') this.#user = await this.#makeUser();
      await this.#connect(names);
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
    this.#looking = setInterval(() => void this.#observe(), COUNTERS_MS);
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

  /** Stores the keys to read. They live slightly longer than the run. */
  async #fill(names: readonly string[]): Promise<void> {
    const { command, second, batch } = this.#workload;
    const read = [command, ...(second ? [second] : [])].filter(
      ({ kind }) => kind === 'get' || (batch.kind === 'multiKey' && batch.replyPerKey),
    );
    const [first] = read;
    if (!first) return;
    const value = valueFor(first);
    const lifeMs = this.#request.warmupMs + STEADY_MS.always + this.#request.measuredMs + GRACE_MS;
    const batchSize = Math.max(1, Math.min(FILL_KEYS, Math.floor(FILL_BYTES / value.length)));
    for (let i = 0; i < names.length; i += batchSize) {
      this.#checkNotStopped();
      const sets = names.slice(i, i + batchSize).map((name) => ['SET', name, value, 'PX', String(lifeMs)]);
      await Promise.all(sets.map((words) => this.#surroundings.link.call(words)));
    }
  }

  /** Most clients report rejected connections as lost ones, so the limit is checked first. */
  #checkConnectionLimit(now: Snapshot | null): void {
    const [maxClients, connected] = ['maxclients', 'connected_clients'].map((name) =>
      Number(now?.info.get(name)),
    );
    if (maxClients && connected && connected + this.#workload.connections > maxClients)
      throw new Refusal('BR-18', { limit: maxClients });
  }

  async #openRelay(): Promise<void> {
    const { relay, seed } = this.#workload;
    if (!relay) return;
    const { socket } = accessTo(this.#surroundings.target, { transport: 'tcp' });
    const target = 'path' in socket ? socket : { host: socket.host, port: socket.port };
    this.#relay = await startRelay(this.#surroundings.program, { ...relay, target, seed });
  }

  /**
   * The program takes its password on the command line, readable by every user of this machine. So it gets a
   * temporary user that may access only this session's keys.
   */
  async #makeUser(): Promise<BenchmarkUser | undefined> {
    const { target, link, keys } = this.#surroundings;
    if (target.password === undefined) return undefined;
    const user = { username: newSecret(), password: newSecret() };
    const may = ['reset', 'on', `>${user.password}`, `~${keys.prefix}*`, '+get', '+set'];
    await link.call(['ACL', 'SETUSER', user.username, ...may]);
    return user;
  }

  #connect(keys: readonly string[]): Promise<void> {
    const { target, program } = this.#surroundings;
    const { transport } = this.#workload;
    const { resp, warmupMs, measuredMs } = this.#request;
    const relayPort = this.#relay?.port;
    const access = accessTo(target, { transport, resp, ...(relayPort !== undefined && { relayPort }) });
    const commandsPerSec = target.address.kind === 'private' ? null : LIMITS.foreignRatePerSec;
    const order = {
      workload: this.#workload,
      access: { ...access, ...this.#user },
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
      this.#readings.from = this.#readCounters();
      this.#watch.idleShare();
    } else if (message.kind === 'measured') {
      this.#readings.to = this.#readCounters();
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
    const relay = this.#relay?.use() ?? null;
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
      server: this.#progressServer,
      look: report.look,
      trouble: troubleOf(report),
    };
    this.#progressServer = null;
    this.#surroundings.tell({ event: 'progress', run: this.#number, progress });
  }

  async #readCounters(): Promise<Snapshot | null> {
    this.#observed++;
    return readCounters((words) => this.#surroundings.link.call(words));
  }

  async #observe(): Promise<void> {
    const now = await this.#readCounters();
    this.#progressServer = growthBetween(this.#lastReading, now);
    this.#lastReading = now;
  }

  async #finish(): Promise<void> {
    if (this.#isOver) return this.ended;
    this.#isOver = true;
    clearInterval(this.#looking);
    clearTimeout(this.#deadline);
    this.#readings.to ??= this.#readCounters();
    const patienceMs = this.#how === 'stopped' ? STOPPED_MS : ANSWER_MS;
    const known = (reading: Promise<Snapshot | null> | undefined) =>
      reading ? withTimeout(reading, patienceMs).catch(() => null) : null;
    const [begin, from, to, end] = await Promise.all([
      known(this.#readings.begin),
      known(this.#readings.from),
      known(this.#readings.to),
      known(this.#readCounters()),
    ]);
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
      footprint: footprintOf(from, to, server, this.#workload, this.#observed),
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
    await this.#relay?.stop();
    const { username } = this.#user ?? {};
    // If Redis is unreachable, the user is gone as well: the private one keeps nothing.
    if (username !== undefined)
      await this.#surroundings.link.call(['ACL', 'DELUSER', username]).catch(() => undefined);
    await this.#surroundings.keys.removeFrom(this.#surroundings.link);
  }
}

/** A driver says why it refuses; the clients of Node say what Redis or the connection has said. */
const refusalOf = (message: string, isDriver: boolean): ConstructorParameters<typeof Refusal> => {
  const { code, detail } = failureOf(new Error(message));
  return isDriver && code === 'BR-05' ? ['BR-21', { message }] : [code, detail];
};

/** Why the program that sends the requests ended. */
const lossOf = (message: string): ConstructorParameters<typeof Refusal> =>
  message === OVERSIZED_REPLY ? ['BR-32', { limit: MAX_BYTES }] : ['BR-21', { message }];
