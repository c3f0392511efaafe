/**
 * Starts the processes of drivers, and keeps one that has ended its run cleanly: the next run of the same program then
 * needs no start, and its JVM has compiled the library.
 */
import type { DriverOrder } from '../../drivers/generated/protocol.ts';
import type { Steadiness } from '../../protocol.ts';
import type { LoadThread } from '../threads.ts';
import { DriverProcess } from './process.ts';
import { performOrder, type RunListener } from './run.ts';

/** A process that gets no order for this long is ended. Fitting costs between two parts of a calibration takes less. */
const IDLE_MS = 180_000;

/** How a process is started. */
export interface Start {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The core that it is pinned to; null: any. */
  readonly core: number | null;
}

/** Options that a library reads once in a process, when its classes are loaded. */
function optionOf({ client: { io } }: DriverOrder): string {
  if (io.kind === 'blocking') return String(io.bufferBytes);
  return io.kind === 'eventLoops' ? io.selector : '';
}

interface Waiting {
  readonly child: DriverProcess;
  /** Its `Start`. */
  readonly start: string;
  /** By library, the option that it has read. */
  readonly options: ReadonlyMap<string, string>;
}

export class DriverProcesses {
  readonly #idleMs: number;
  #idle: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param idleMs how long a process may wait for an order */
  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** Performs an order in the process that waits, if it is the right one, else in a new one. */
  start(at: Start, order: DriverOrder, steadiness: Steadiness, listener: RunListener): LoadThread {
    const { library } = order;
    const start = JSON.stringify(at);
    const option = optionOf(order);
    const waiting = this.#take(start, library, option);
    const child = waiting?.child ?? new DriverProcess(at.command, at.core);
    const options = new Map([...(waiting?.options ?? []), [library, option]]);
    const isWarm = steadiness === 'once' && child.warmed.has(library);
    return performOrder(child, isWarm ? { ...order, steady: null } : order, listener, () =>
      this.#keep({ child, start, options }),
    );
  }

  /** Ends the process that waits, if any. */
  async close(): Promise<void> {
    const child = this.#release()?.child;
    child?.kill();
    await child?.ended;
  }

  /** The process that waits, if it fits. Otherwise it is ended, so that it does not disturb the run. */
  #take(start: string, library: string, option: string): Waiting | undefined {
    const waiting = this.#release();
    if (!waiting?.child.isAlive) return undefined;
    if (waiting.start === start && (waiting.options.get(library) ?? option) === option) return waiting;
    waiting.child.kill();
    return undefined;
  }

  #release(): Waiting | undefined {
    const waiting = this.#idle;
    this.#idle = undefined;
    clearTimeout(this.#timer);
    return waiting;
  }

  #keep(waiting: Waiting): void {
    this.#release()?.child.kill();
    this.#idle = waiting;
    waiting.child.attend(undefined);
    this.#timer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }
}
