/** Performs one order in a driver's process, with the interface of the load thread. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverOrder, FromDriver, ProcessUse } from '../../drivers/generated/protocol.ts';
import type { FromLoad } from '../load/messages.ts';
import { type LoadThread, STOP_MS } from '../threads.ts';
import { reportOf } from './messages.ts';
import type { DriverProcess } from './process.ts';

/** A driver that has not connected by then hangs; a JVM on a busy machine takes some seconds. */
const CONNECT_MS = 30_000;
/** A driver that says nothing for this long hangs: it reports ten times a second. */
const SILENT_MS = 5_000;

/** What a driver says besides the messages of a load thread. */
export interface DriverNews {
  /** Versions of the library and its runtime. */
  readonly onConnected: (versions: Readonly<Record<string, string>>) => void;
  readonly onMeasuring: (warmupUs: number, isSteady: boolean | null) => void;
  readonly onUse: (use: ProcessUse, intervalUs: number, isWarmup: boolean) => void;
}

/** Whoever waits for the run. */
export interface RunListener {
  readonly onMessage: (message: FromLoad) => void;
  readonly news: DriverNews;
  /** Called if the driver ends without saying so. */
  readonly lost: (message: string) => void;
}

/** @param keep takes the process back if it can perform another order; otherwise the process is killed */
export function performOrder(
  child: DriverProcess,
  order: DriverOrder,
  { onMessage, news, lost }: RunListener,
  keep: () => void,
): LoadThread {
  let isConnected = false;
  let isStopping = false;
  let isOver = false;
  let watch: NodeJS.Timeout | undefined;
  let settle: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    settle = resolve;
  });
  /** The last word of this run. */
  const end = (isKept: boolean) => {
    isOver = true;
    clearTimeout(watch);
    if (!isKept) child.kill();
  };
  const fail = (message: string) => {
    if (isOver) return child.kill();
    end(false);
    if (isStopping) onMessage({ kind: 'ended', sent: {} });
    else lost(message);
  };
  const expect = (ms: number, otherwise: string) => {
    clearTimeout(watch);
    watch = setTimeout(() => fail(otherwise), ms);
  };
  const hear = (message: FromDriver) => {
    if (isOver) return;
    expect(SILENT_MS, 'it sent no more reports');
    if (message.kind === 'connected') {
      isConnected = true;
      news.onConnected(message.versions);
      void child.freeHelpers();
      child.tell({ kind: isStopping ? 'stop' : 'run' });
      onMessage({ kind: 'connected' });
    } else if (message.kind === 'measuring') {
      if (order.steady) child.warmed.add(order.library);
      news.onMeasuring(message.warmupUs, message.isSteady ?? null);
      onMessage({ kind: 'measuring' });
    } else if (message.kind === 'report') {
      const { use, intervalUs, isWarmup } = message.report;
      news.onUse(use, intervalUs, isWarmup);
      onMessage({ kind: 'report', report: reportOf(message.report) });
    } else if (message.kind === 'ended') {
      const isKept = message.isReusable && isConnected && !isStopping;
      end(isKept);
      onMessage({ kind: 'ended', sent: message.sent });
      if (!isKept) return;
      keep();
      settle();
    } else {
      // After a refusal it should end by itself, and may hang.
      if (message.kind === 'refused') end(false);
      onMessage(message);
    }
  };
  void child.ended.then(settle);
  child.attend({ hear, fail });
  expect(CONNECT_MS, 'it did not connect in time');
  child.tell({ kind: 'prepare', order });
  return {
    over,
    stop: async () => {
      if (isOver) return;
      isStopping = true;
      // A driver that is still connecting has nothing to report.
      if (isConnected) child.tell({ kind: 'stop' });
      else child.kill();
      await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
      child.kill();
    },
  };
}
