/** Starts and stops the bridge's threads. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RelayUse } from '../workload/measured.ts';
import { Refusal } from './failure.ts';
import type { FromLoad, LoadOrder, ToLoad } from './load/messages.ts';
import type { FromRelay, RelayOrder } from './relay/messages.ts';
import type { Assignment } from './thread.ts';

/**
 * Time for a stopped thread to end before it is terminated. It sends no requests from the stop on; on a busy
 * machine it may only lack CPU to confirm.
 */
export const STOP_MS = 100;

export interface LoadThread {
  /** Stops the requests; resolves once no more are sent, after `STOP_MS` at the latest. */
  stop(): Promise<void>;
  /** Resolves when the thread has ended. */
  readonly over: Promise<void>;
}

const start = (program: URL, assignment: Assignment) =>
  new Worker(program, { workerData: assignment, execArgv: [] });

/** `lost` is called if the thread ends without announcing it. */
export function startLoad(
  program: URL,
  order: LoadOrder,
  onMessage: (message: FromLoad) => void,
  lost: (message: string) => void,
): LoadThread {
  const stop = new SharedArrayBuffer(4);
  const worker = start(program, { role: 'load', order: { ...order, stop } });
  let isConnected = false;
  let isStopping = false;
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    worker.on('message', (message: FromLoad) => {
      if (message.kind === 'connected') isConnected = true;
      if (message.kind === 'ended' || message.kind === 'refused') isOver = true;
      onMessage(message);
      if (!isOver) return;
      // Its timers would keep it alive until the planned end.
      void worker.terminate();
      resolve();
    });
    worker.on('error', (error: unknown) => {
      if (!isOver) lost(error instanceof Error ? error.message : String(error));
      isOver = true;
    });
    worker.on('exit', () => {
      // Terminated after a stop: the number of sent commands is unknown.
      if (!isOver && isStopping) onMessage({ kind: 'ended', sent: {} });
      else if (!isOver) lost('exit');
      isOver = true;
      resolve();
    });
  });
  return {
    over,
    stop: async () => {
      if (isOver) return over;
      isStopping = true;
      Atomics.store(new Int32Array(stop), 0, 1);
      worker.postMessage({ kind: 'stop' } satisfies ToLoad);
      // A thread that is still connecting has nothing to report and may not listen yet.
      if (!isConnected) void worker.terminate();
      await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
      void worker.terminate();
    },
  };
}

export interface RelayThread {
  readonly port: number;
  /** Its activity since the last call. */
  use(): RelayUse | null;
  stop(): Promise<void>;
}

export async function startRelay(program: URL, order: RelayOrder): Promise<RelayThread> {
  const worker = start(program, { role: 'relay', order });
  let uses: RelayUse[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    worker.on('message', (message: FromRelay) => {
      if (message.kind === 'listening') resolve(message.port);
      else uses.push(message.use);
    });
    worker.once('error', (error) => reject(new Refusal('BR-21', { message: error.message })));
  });
  return {
    port,
    use: () => {
      const merged = mergeUses(uses);
      uses = [];
      return merged;
    },
    stop: async () => void (await worker.terminate()),
  };
}

/** Merges reports of the relay: sums, means weighted by packets, and the maximum. */
export function mergeUses(uses: readonly RelayUse[]): RelayUse | null {
  if (uses.length === 0) return null;
  const sum = (of: (use: RelayUse) => number) => uses.reduce((total, use) => total + of(use), 0);
  const packets = (use: RelayUse) => use.packetsOut + use.packetsBack;
  const max = (of: (use: RelayUse) => number) => Math.max(...uses.map(of));
  return {
    utilisation: sum(({ utilisation }) => utilisation) / uses.length,
    delayMeanUs: sum(({ delayMeanUs }) => delayMeanUs) / uses.length,
    delayMaxUs: max(({ delayMaxUs }) => delayMaxUs),
    lateMeanUs: sum((use) => use.lateMeanUs * packets(use)) / Math.max(1, sum(packets)),
    lateMaxUs: max(({ lateMaxUs }) => lateMaxUs),
    packetsOut: sum(({ packetsOut }) => packetsOut),
    packetsBack: sum(({ packetsBack }) => packetsBack),
    bytesOut: sum(({ bytesOut }) => bytesOut),
    bytesBack: sum(({ bytesBack }) => bytesBack),
  };
}
