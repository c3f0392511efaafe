/**
 * The engine's typed face, the same in the browser's workers, in Node and in the tests. A run is a pure function of its
 * scenario; one wasm instance holds one run, and dropping the instance is the destructor.
 */
import { meanOf } from '../scenario/dist.ts';
import type { Runtime, Scenario } from '../scenario/generated/scenario.ts';
import type { Issue, Normalized, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import { migrateScenario, presentChoice, presentField } from '../scenario/migrate-version-1.ts';
import { type Opening, openingOf } from '../scenario/opening.ts';
import type { Json } from '../scenario/patch.ts';
import { Instance } from './instance.ts';

/** A scenario text in the names of the present version; a text that is no JSON stays, and the engine says why. */
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

/** An issue about a name of version 1, with the name that it has now. */
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
 * Events simulated in one call. V8 translates WebAssembly quickly first and well later, but who is in a function stays in its
 * quick translation: a first run of five million events in a single call takes a fifth longer.
 */
const EVENTS_PER_CALL = 100_000;

/** Why {@link Engine.advance} returned: end of the run, time reached, budget spent, or a trace chunk is full. */
export type Status = Exclude<(typeof STATUSES)[number], 'stalled'>;

/** Who takes part in a run: what the lanes of a trace mean. */
export interface RunLayout {
  /** Who issues requests: thread lanes 0 … callers − 1. */
  readonly callers: number;
  /** What each of them is: an operating-system thread, a goroutine, or a chain of callbacks on the one event loop. */
  readonly runtime: Runtime['kind'];
  /** Event-loop threads of the client (0 for blocking I/O): the lanes after the callers. */
  readonly loops: number;
  /** Connections, or room for them in a pool that grows; `arg` of request spans is connection + 1. Connection c belongs to event loop c modulo `loops`. */
  readonly connections: number;
  /** Whether callers borrow connections for themselves. */
  readonly pooled: boolean;
  /** When connections are opened; absent: before anything is shown. */
  readonly opening?: Opening;
  /** Whether requests arrive by themselves and may wait for a caller; in a closed workload every caller makes its own. */
  readonly isOpen: boolean;
  /** Whether there are commands that block in Redis, behind which others of their connection wait. */
  readonly blocks?: boolean;
  /** Whether Redis' main thread may wait for its disk, in the state in which others await a reply. */
  readonly waitsForDisk?: boolean;
  /** Cores of the client's machine, and of the server's (0: the server shares the client's machine). */
  readonly clientCores: number;
  readonly serverCores: number;
  /** End of the warm-up and of the run, ns of model time. */
  readonly warmupEndNs: number;
  readonly endNs: number;
  /** How long a message travels that nothing holds up, jitter included, ns; the longest if it changes. 0 or absent: not known. */
  readonly wireNs?: number;
  /** All thread lanes in their order: a class and how many of it follow each other. */
  readonly lanes: readonly { readonly class: ThreadClass; readonly count: number }[];
}

/**
 * A piece of a trace: every span that overlaps [fromNs, toNs], ordered by the moment it was written (ends first, then the
 * spans still open at toNs). One buffer holds all columns back to back, in this order.
 */
export interface Chunk {
  readonly fromNs: number;
  readonly toNs: number;
  /** Number of spans. */
  readonly count: number;
  /** start f64 | end f64 | request u32 | arg u32 | lane u16 | kind u8, `count` of each. */
  readonly buffer: ArrayBuffer;
}

/** A point of a run: its model time and the engine's whole memory (one to a few megabytes). */
export interface Checkpoint {
  readonly nowNs: number;
  readonly image: Uint8Array;
}

/** Half a round trip and what jitter adds to it, ns; the direction that has more of it. */
export const wireNsOf = ({ network }: Scenario): number =>
  (network?.rttUs ?? 0) * 500 +
  1000 * Math.max(meanOf(network?.requestJitterUs), meanOf(network?.replyJitterUs));

/** A scenario was refused by `open`; `issues` say why. */
export class ScenarioRefused extends Error {
  override name = 'ScenarioRefused';
  readonly issues: Normalized['issues'];

  constructor(issues: Normalized['issues']) {
    super(`scenario refused: ${issues.map((issue) => `${issue.code} ${issue.path}`).join(', ')}`);
    this.issues = issues;
  }
}

/** Requests of the open run go round without anything taking time: its clock would stand still for ever. */
export class TimeStandsStill extends Error {
  override name = 'TimeStandsStill';
}

/** A compiled engine with at most one open run. */
export class Engine {
  readonly #module: WebAssembly.Module;
  readonly #schema: string;
  #instance: Instance;

  private constructor(module: WebAssembly.Module, schema: string) {
    this.#module = module;
    this.#schema = schema;
    this.#instance = new Instance(module, schema);
  }

  /**
   * @param source the bytes of `engine.wasm`, or the module when it is already compiled
   * @param schema text of the JSON Schema by which it checks scenarios (`model/scenario/schema.ts`): who downloads both does so once
   */
  static async load(source: BufferSource | WebAssembly.Module, schema: string): Promise<Engine> {
    return new Engine(
      source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source),
      schema,
    );
  }

  /** Another engine of the same module, holding no run. */
  spare(): Engine {
    return new Engine(this.#module, this.#schema);
  }

  /** The module at an address, for {@link load}: compiled while it arrives. */
  static compile(url: URL): Promise<WebAssembly.Module> {
    return WebAssembly.compileStreaming(fetch(url));
  }

  /**
   * Reads a scenario text of any version so far: the canonical scenario of the present version with every default filled in, or
   * coded issues.
   */
  normalize(json: string): Normalized {
    const text = migrateText(json);
    const { output } = this.#instance.exchange<Normalized, number>(text, (exports) => exports.normalize());
    return { ...output, issues: output.issues.map(withPresentName) };
  }

  /**
   * Starts a run at model time 0, dropping the one before.
   * @param trace whether spans are recorded
   * @param room connections to which its pool may grow ({@link change})
   * @throws ScenarioRefused when the scenario is not valid
   */
  open(scenario: Scenario, trace: boolean, room = 0): RunLayout {
    this.#instance = new Instance(this.#module, this.#schema);
    const { answer, output } = this.#instance.exchange<RunLayout | Normalized, number>(
      JSON.stringify(scenario),
      (exports) => exports.open(room),
    );
    if (answer !== 1) throw new ScenarioRefused((output as Normalized).issues);
    this.setTrace(trace);
    return {
      ...(output as RunLayout),
      runtime: scenario.client?.runtime?.kind ?? 'threads',
      opening: openingOf(scenario),
      isOpen: scenario.workload?.arrivals?.kind === 'open',
      blocks: (scenario.workload?.second?.blockMs ?? 0) > 0,
      waitsForDisk: (scenario.server?.appendOnly?.kind ?? 'no') !== 'no',
      wireNs: wireNsOf(scenario),
    };
  }

  /**
   * Makes the open run another one from now on; see `wasm/src/sim/change.rs`.
   * @throws Error when a running system cannot become it
   */
  change(scenario: Scenario): void {
    const { answer } = this.#instance.exchange(JSON.stringify(scenario), (exports) => exports.change());
    if (answer !== 1) throw new Error('a running system cannot be changed so');
  }

  /** Switches the recording of spans on or off; recording starts a chunk at the present. */
  setTrace(enabled: boolean): void {
    this.#instance.call((exports) => exports.set_trace(enabled ? 1 : 0));
  }

  /** A point of the run to which {@link restore} can return. */
  checkpoint(): Checkpoint {
    return { nowNs: this.now(), image: this.#instance.image() };
  }

  /** Returns to a checkpoint of the open run, whether that lies in the past or in the future. */
  restore(checkpoint: Checkpoint): void {
    // A browser keeps the memory of an instance that nobody needs for a while: seeking about would hold hundreds of megabytes.
    if (!this.#instance.canBecome(checkpoint.image))
      this.#instance = new Instance(this.#module, this.#schema);
    this.#instance.restore(checkpoint.image);
  }

  /**
   * Simulates until `untilNs` (or the end of the run) for at most `maxEvents` events.
   * @throws TimeStandsStill when nothing in the run takes time
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

  /** Closes the chunk being recorded at the present and takes it away. */
  takeChunk(): Chunk {
    return { ...this.#instance.takeChunk(), toNs: this.now() };
  }

  /** Report of the run so far. */
  summary(): Summary {
    return this.#instance.report<Summary>((exports) => exports.summary());
  }
}
