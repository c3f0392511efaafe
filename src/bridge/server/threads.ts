/** The bridge's threads, as things that are started and stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RelayUse } from '../workload/measured.ts';
import { Refusal } from './failure.ts';
import type { FromLoad, LoadOrder, ToLoad } from './load/messages.ts';
import type { FromRelay, RelayOrder } from './relay/messages.ts';
import type { Assignment } from './thread.ts';

/**
 * How long a thread that was told to stop may take before it is ended from outside. It makes no requests from the moment it is
 * told: what it may need on a crowded machine is a core, to say so.
 */
export const STOP_MS = 100;

export interface LoadThread {
  /** Ends the requests; resolves once there are no more: after `STOP_MS` at the latest. */
  stop(): Promise<void>;
  /** Resolves when nothing is left of it. */
  readonly over: Promise<void>;
}

const start = (program: URL, assignment: Assignment) =>
  new Worker(program, { workerData: assignment, execArgv: [] });

/** `lost` is called when the thread ends without having said that it does. */
export function startLoad(
  program: URL,
  order: LoadOrder,
  hear: (message: FromLoad) => void,
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
      hear(message);
      if (!isOver) return;
      // Timers for the time that it was to take would keep it alive until then.
      void worker.terminate();
      resolve();
    });
    worker.on('error', (error: unknown) => {
      if (!isOver) lost(error instanceof Error ? error.message : String(error));
      isOver = true;
    });
    worker.on('exit', () => {
      // Ended from outside because it was told to stop: nobody knows how much it had sent.
      if (!isOver && isStopping) hear({ kind: 'ended', sent: {} });
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
      // What is only connecting has nothing to tell, and may not be listening yet.
      if (!isConnected) void worker.terminate();
      await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
      void worker.terminate();
    },
  };
}

export interface RelayThread {
  readonly port: number;
  /** What it did since the last time this was asked. */
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
      const together = joined(uses);
      uses = [];
      return together;
    },
    stop: async () => void (await worker.terminate()),
  };
}

/** Several reports of the relay as one: sums, means by packets, and the largest. */
export function joined(uses: readonly RelayUse[]): RelayUse | null {
  if (uses.length === 0) return null;
  const sum = (of: (use: RelayUse) => number) => uses.reduce((total, use) => total + of(use), 0);
  const packets = (use: RelayUse) => use.packetsOut + use.packetsBack;
  const most = (of: (use: RelayUse) => number) => Math.max(...uses.map(of));
  return {
    utilisation: sum(({ utilisation }) => utilisation) / uses.length,
    delayMeanUs: sum(({ delayMeanUs }) => delayMeanUs) / uses.length,
    delayMaxUs: most(({ delayMaxUs }) => delayMaxUs),
    lateMeanUs: sum((use) => use.lateMeanUs * packets(use)) / Math.max(1, sum(packets)),
    lateMaxUs: most(({ lateMaxUs }) => lateMaxUs),
    packetsOut: sum(({ packetsOut }) => packetsOut),
    packetsBack: sum(({ packetsBack }) => packetsBack),
    bytesOut: sum(({ bytesOut }) => bytesOut),
    bytesBack: sum(({ bytesBack }) => bytesBack),
  };
}
