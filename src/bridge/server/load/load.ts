/** The load thread: connects, warms up, measures, closes, and reports ten times per second. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { RealWorkload } from '../../workload/workload.ts';
import { watchMemory } from '../memory-watch.ts';
import { stayOn } from '../one-core.ts';
import { type Crew, startClosed, startOpen } from './callers.ts';
import { openConnections } from './drivers.ts';
import { type FromLoad, OVERSIZED_REPLY, type ThreadOrder, type ToLoad } from './messages.ts';
import { type Arrived, Signal } from './pacer.ts';
import { randomFrom } from './random.ts';
import { Recorder } from './recorder.ts';
import { requestsOf } from './requests.ts';
import { SocketTimes } from './socket-times.ts';

const REPORT_MS = 100;
/** Time to wait for replies after the end; later ones count as lost. */
const DRAIN_MS = 2_000;

/** `program` is this thread's file, also used for the pacer of an open load. */
export async function generateLoad(order: ThreadOrder, port: MessagePort, program: URL): Promise<void> {
  const { workload, access, keys, ttlMs, core } = order;
  if (core !== null) stayOn(core);
  const send = (message: FromLoad) => port.postMessage(message);
  let stopping = false;
  const stop = new Int32Array(order.stop);
  let stopNow: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stopNow = resolve;
  });
  port.on('message', (message: ToLoad) => {
    if (message.kind === 'stop') stopNow();
  });

  // An uncaught error ends this thread with all its connections, and the bridge notifies the page.
  watchMemory(() => {
    throw new Error(OVERSIZED_REPLY);
  });
  const socketTimes = new SocketTimes();
  const opened = openConnections(workload, access, ttlMs, randomFrom(workload.seed, 1));
  const connectionSet = await Promise.race([opened, stopped]).catch((error: unknown) => {
    send({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
  });
  if (!connectionSet) {
    socketTimes.close();
    return port.close();
  }
  await socketTimes.learn(connectionSet.connections);
  const pacer = workload.arrivals.kind === 'open' ? await startPacer(workload, program) : undefined;
  send({ kind: 'connected' });

  const recorder = new Recorder(workload.arrivals.callers, socketTimes);
  const requests = requestsOf(workload, keys, randomFrom(workload.seed, 2));
  const mayGo = allowance(order.commandsPerSec, requests.commands);
  const crew: Crew = {
    connections: connectionSet,
    requests,
    recorder,
    mayGo,
    isStopping: () => stopping || Atomics.load(stop, 0) !== 0,
  };
  recorder.start();
  start(crew, workload, pacer);

  let isWarmup = order.warmupMs > 0;
  const report = () => send({ kind: 'report', report: recorder.report(isWarmup) });
  const reporting = setInterval(report, REPORT_MS);
  const wait = (ms: number) =>
    Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), stopped.then(() => 'stopped')]);
  let interrupted = (await wait(order.warmupMs)) === 'stopped';
  if (isWarmup) report();
  isWarmup = false;
  send({ kind: 'measuring' });
  if (!interrupted) interrupted = (await wait(order.measuredMs)) === 'stopped';
  clearInterval(reporting);
  report();
  stopping = true;
  pacer?.stop();
  send({ kind: 'measured' });
  // Waits for the replies in flight, so that client and server counts agree; not after a stop.
  if (!interrupted)
    for (let waited = 0; waited < DRAIN_MS && !recorder.isIdle; waited += 10) {
      if ((await wait(10)) === 'stopped') break;
    }
  connectionSet.destroy();
  socketTimes.close();
  send({ kind: 'ended', sent: requests.sent });
  port.close();
}

function start(crew: Crew, { arrivals, seed }: RealWorkload, pacer: Pacer | undefined): void {
  if (arrivals.kind === 'closed') {
    startClosed(crew, arrivals, randomFrom(seed, 4));
    return;
  }
  const arrive = startOpen(crew, arrivals);
  pacer?.start(({ count, lateMs }) => arrive(count, performance.now() - lateMs));
}

interface Pacer {
  start(arrive: (arrived: Arrived) => void): void;
  stop(): void;
}

/** Starts the pacer of an open load; resolves when it is ready. */
async function startPacer({ arrivals, seed }: RealWorkload, program: URL): Promise<Pacer> {
  const { port1, port2 } = new MessageChannel();
  const signal = new SharedArrayBuffer(4);
  const cell = new Int32Array(signal);
  const order = { arrivals, seed, signal, port: port2 };
  const worker = new Worker(program, {
    workerData: { role: 'pacer', order },
    transferList: [port2],
    execArgv: [],
  });
  await new Promise((resolve) => port1.once('message', resolve));
  const setSignal = (value: number) => {
    Atomics.store(cell, 0, value);
    Atomics.notify(cell, 0);
  };
  return {
    start: (arrive) => {
      port1.on('message', arrive);
      setSignal(Signal.run);
    },
    stop: () => {
      setSignal(Signal.stop);
      port1.close();
      void worker.terminate();
    },
  };
}

/** Whether another request fits the rate limit. */
function allowance(commandsPerSec: number | null, commands: number): () => boolean {
  if (commandsPerSec === null) return () => true;
  // A tenth of a second's budget may go at once; a larger request goes when its full cost is available.
  const max = Math.max(commandsPerSec / 10, commands);
  let left = max;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(max, left + ((now - at) / 1000) * commandsPerSec);
    at = now;
    if (left < commands) return false;
    left -= commands;
    return true;
  };
}
