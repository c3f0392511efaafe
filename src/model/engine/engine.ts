/**
 * Typed interface of the engine, for workers, Node and tests. A run is a pure function of its scenario. One
 * wasm instance holds one run; dropping the instance frees it.
 */
import { meanOf } from '../scenario/derived.ts';
import type { Runtime, Scenario } from '../scenario/generated/scenario.ts';
import type { Issue, Normalized, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import { migrateScenario, presentChoice, presentField } from '../scenario/migrate-version-1.ts';
import { type Opening, openingOf } from '../scenario/opening.ts';
import type { Json } from '../scenario/patch.ts';
import { Instance } from './instance.ts';

/**
 * Migrates a scenario text to the current version; text that is not JSON is unchanged, and the engine reports
 * it.
 */
function migrateText(json: string): string {
  let scenario: Json;
  try {
    scenario = JSON.parse(json) as Json;
  } catch {
    return json;
  }
  const migrated = migrateScenario(scenario);
  return migrated === scenario ? json : JSON.stringify(migrated);
}

/** An issue about a field name of version 1, with its current name. */
function withPresentName(issue: Issue): Issue {
  const suggestion =
    issue.code === 'SCN-02'
      ? presentField(issue.path)
      : issue.code === 'SCN-05'
        ? presentChoice(issue.path, issue.value?.replaceAll('"', '') ?? '')
        : undefined;
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

/** Why {@link Engine.advance} returned; see `Status` in `wasm/src/sim/mod.rs`. */
const STATUSES = ['done', 'time', 'events', 'chunk', 'stalled'] as const;

/**
 * Events per call. V8 first compiles WebAssembly quickly and optimises it later, but a running function is
 * not replaced. A first run of five million events in one call takes 20 % longer.
 */
const EVENTS_PER_CALL = 100_000;

/** Why {@link Engine.advance} returned: end of the run, time reached, budget spent, or trace chunk full. */
export type Status = Exclude<(typeof STATUSES)[number], 'stalled'>;

/** The participants of a run: the meaning of the trace's lanes. */
export interface RunLayout {
  /** Callers send requests; they have the lanes 0 … callers − 1. Some may start only with a change. */
  readonly callers: number;
  /** Kind of caller: an operating-system thread, a goroutine, or a callback chain on the event loop. */
  readonly runtime: Runtime['kind'];
  /** Event-loop threads of the client (0 for blocking I/O): the lanes after the callers. */
  readonly loops: number;
  /**
   * Connections, or the capacity of a growing pool; `arg` of request spans is connection + 1. Connection c
   * belongs to event loop c modulo `loops`.
   */
  readonly connections: number;
  /** Whether callers borrow exclusive connections. */
  readonly pooled: boolean;
  /** When connections are opened; absent: before the run. */
  readonly opening?: Opening;
  /**
   * Open workload: requests arrive independently and may wait for a caller. In a closed one, every caller
   * makes its own.
   */
  readonly isOpen: boolean;
  /** Whether there are blocking commands, which delay later requests on their connection. */
  readonly blocks?: boolean;
  /** Whether Redis' main thread may wait for its disk, in the state `waitReply`. */
  readonly waitsForDisk?: boolean;
  /** Cores of the client's machine and of the server's (0: shared machine). */
  readonly clientCores: number;
  readonly serverCores: number;
  /** End of the warm-up and of the run, ns of model time. */
  readonly warmupEndNs: number;
  readonly endNs: number;
  /**
   * Maximum undisturbed one-way delay including jitter, ns; the longest if it changes. 0 or absent: unknown.
   */
  readonly wireNs?: number;
  /** All thread lanes in order, as runs of one class. */
  readonly lanes: readonly { readonly class: ThreadClass; readonly count: number }[];
  /** Processes of each client, the scenario's own first; absent where there is one process. */
  readonly instances?: readonly number[];
  /** Names of the clients with those processes; the scenario's own has none. */
  readonly clientNames?: readonly string[];
  /** Number of the process that is shown, among those of all clients. */
  readonly process?: number;
}

/**
 * A piece of a trace: every span that overlaps [fromNs, toNs], in write order (ends first, then spans still
 * open at toNs). One buffer holds all columns in sequence.
 */
export interface Chunk {
  readonly fromNs: number;
  readonly toNs: number;
  /** Number of spans. */
  readonly count: number;
  /** start f64 | end f64 | request u32 | arg u32 | lane u16 | kind u8, `count` of each. */
  readonly buffer: ArrayBuffer;
}

/** A checkpoint of a run: its model time and the engine's whole memory (one to a few megabytes). */
export interface Checkpoint {
  readonly nowNs: number;
  readonly image: Uint8Array;
}

/** Half a round trip plus jitter, ns; the larger of both directions. */
export const wireNsOf = ({ network }: Scenario): number =>
  (network?.rttUs ?? 0) * 500 +
  1000 * Math.max(meanOf(network?.requestJitterUs), meanOf(network?.replyJitterUs));

/** `open` rejected a scenario; `issues` has the reasons. */
export class ScenarioRefused extends Error {
  override name = 'ScenarioRefused';
  readonly issues: Normalized['issues'];

  constructor(issues: Normalized['issues']) {
    super(`scenario refused: ${issues.map((issue) => `${issue.code} ${issue.path}`).join(', ')}`);
    this.issues = issues;
  }
}

/** Nothing in the open run takes time: model time cannot advance. */
export class TimeStandsStill extends Error {
  override name = 'TimeStandsStill';
}

/** A compiled engine with at most one open run. */
export class Engine {
  readonly #module: WebAssembly.Module;
  #instance: Instance;

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new Instance(module);
  }

  /** @param source the bytes of `engine.wasm`, or the compiled module */
  static async load(source: BufferSource | WebAssembly.Module): Promise<Engine> {
    return new Engine(source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source));
  }

  /** Another engine of the same module, without a run. */
  spare(): Engine {
    return new Engine(this.#module);
  }

  /**
   * Parses a scenario of any version: returns the canonical scenario of the current version with all
   * defaults, or coded issues.
   */
  normalize(json: string): Normalized {
    const text = migrateText(json);
    const { output } = this.#instance.exchange<Normalized, number>(text, (exports) => exports.normalize());
    return { ...output, issues: output.issues.map(withPresentName) };
  }

  /**
   * Starts a run at model time 0 and drops the previous one.
   * @param trace whether spans are recorded
   * @param later what it will {@link change} to: callers and connections that are added have numbers from the start
   * @param process the process that the trace shows, where there are several; the first if it does not exist
   * @throws ScenarioRefused if the scenario is invalid
   */
  open(scenario: Scenario, trace: boolean, later: readonly Scenario[] = [], process = 0): RunLayout {
    this.#instance = new Instance(this.#module);
    for (const each of later) this.#instance.exchange(JSON.stringify(each), (exports) => exports.make_room());
    const { answer, output } = this.#instance.exchange<RunLayout | Normalized, number>(
      JSON.stringify(scenario),
      (exports) => exports.open(process),
    );
    if (answer !== 1) throw new ScenarioRefused((output as Normalized).issues);
    this.setTrace(trace);
    const layout = output as RunLayout;
    const names = ['', ...(scenario.neighbours ?? []).map(({ name }) => name)];
    return {
      ...layout,
      ...(layout.instances && { clientNames: names }),
      runtime: scenario.client?.runtime?.kind ?? 'threads',
      opening: openingOf(scenario),
      isOpen: scenario.workload?.arrivals?.kind === 'open',
      blocks: (scenario.workload?.second?.blockMs ?? 0) > 0,
      waitsForDisk: (scenario.server?.appendOnly?.kind ?? 'no') !== 'no',
      wireNs: wireNsOf(scenario),
    };
  }

  /**
   * Changes the configuration of the open run from now on; see `wasm/src/sim/change.rs`.
   * @throws Error if a running system cannot change that way
   */
  change(scenario: Scenario): void {
    const { answer } = this.#instance.exchange(JSON.stringify(scenario), (exports) => exports.change());
    if (answer !== 1) throw new Error('a running system cannot be changed so');
  }

  /** Switches span recording on or off; recording starts a chunk at the current time. */
  setTrace(enabled: boolean): void {
    this.#instance.call((exports) => exports.set_trace(enabled ? 1 : 0));
  }

  /** A checkpoint of the run for {@link restore}. */
  checkpoint(): Checkpoint {
    return { nowNs: this.now(), image: this.#instance.image() };
  }

  /** Returns to a checkpoint of the open run, in the past or the future. */
  restore(checkpoint: Checkpoint): void {
    // Browsers keep the memory of unused instances for a while: frequent seeking would hold hundreds of
    // megabytes.
    if (!this.#instance.canBecome(checkpoint.image)) this.#instance = new Instance(this.#module);
    this.#instance.restore(checkpoint.image);
  }

  /**
   * Simulates until `untilNs` (or the end of the run), for at most `maxEvents` events.
   * @throws TimeStandsStill if nothing in the run takes time
   */
  advance(untilNs: number, maxEvents: number): Status {
    for (let left = maxEvents; ; left -= EVENTS_PER_CALL) {
      const events = Math.min(left, EVENTS_PER_CALL);
      const name = STATUSES[this.#instance.call((exports) => exports.advance(untilNs, events))] ?? 'done';
      if (name === 'stalled') throw new TimeStandsStill('no event of this run takes time');
      if (name !== 'events' || left <= EVENTS_PER_CALL) return name;
    }
  }

  /** Model time, ns. */
  now(): number {
    return this.#instance.call((exports) => exports.now());
  }

  /** Events simulated so far. */
  events(): number {
    return this.#instance.call((exports) => exports.events());
  }

  /** Closes the current chunk and returns it. */
  takeChunk(): Chunk {
    return { ...this.#instance.takeChunk(), toNs: this.now() };
  }

  /** Summary of the run so far. */
  summary(): Summary {
    return this.#instance.report<Summary>((exports) => exports.summary());
  }
}
