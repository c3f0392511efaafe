/** Runs a driver as a child process, with the interface of the load thread. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverOrder, FromDriver, ProcessUse, ToDriver } from '../../drivers/generated/protocol.ts';
import type { FromLoad } from '../load/messages.ts';
import { findProgram } from '../machine.ts';
import { type LoadThread, STOP_MS } from '../threads.ts';
import { readMessage, reportOf } from './messages.ts';

/** Longer lines are no message: a report of all samples takes a tenth of this. */
const LINE_BYTES = 4 * 1024 * 1024;
/** Lines of standard error in the reason of a failure. */
const REASON_LINES = 5;
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

/** The environment has no secrets, and only what programs need to start. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR', 'JAVA_HOME', 'SystemRoot'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

/** Calls `onLine` for each line, and `onFlood` for one that does not end. */
function splitLines(onLine: (line: string) => void, onFlood: () => void): (data: string) => void {
  let rest = '';
  return (data) => {
    // Of a long line, only what is new is searched.
    const [first = '', ...more] = data.split('\n');
    rest += first;
    for (const line of more) {
      onLine(rest);
      rest = line;
    }
    if (rest.length > LINE_BYTES) onFlood();
  };
}

/**
 * @param command the program and its arguments @param core that it is pinned to; null: any
 * @param lost called if the driver ends without saying so
 */
export function startDriver(
  command: readonly string[],
  core: number | null,
  order: DriverOrder,
  onMessage: (message: FromLoad) => void,
  news: DriverNews,
  lost: (message: string) => void,
): LoadThread {
  const taskset = core === null ? undefined : findProgram('taskset');
  const [program = '', ...args] = taskset ? [taskset, '--cpu-list', String(core), ...command] : command;
  const child: ChildProcessWithoutNullStreams = spawn(program, args, { env: environment() });
  const tell = (message: ToDriver) => child.stdin.write(`${JSON.stringify(message)}\n`);
  let isConnected = false;
  let isStopping = false;
  let isOver = false;
  const reason: string[] = [];
  const fail = (message: string) => {
    child.kill('SIGKILL');
    if (isOver) return;
    isOver = true;
    if (isStopping) onMessage({ kind: 'ended', sent: {} });
    else lost(message);
  };
  const expect = (ms: number, otherwise: string) => {
    clearTimeout(watch);
    watch = setTimeout(() => fail(otherwise), ms);
  };
  let watch: NodeJS.Timeout | undefined;
  expect(CONNECT_MS, 'it did not connect in time');
  const hear = (message: FromDriver) => {
    if (isOver) return;
    expect(SILENT_MS, 'it sent no more reports');
    if (message.kind === 'connected') {
      isConnected = true;
      news.onConnected(message.versions);
      tell({ kind: isStopping ? 'stop' : 'run' });
      onMessage({ kind: 'connected' });
    } else if (message.kind === 'measuring') {
      news.onMeasuring(message.warmupUs, message.isSteady ?? null);
      onMessage({ kind: 'measuring' });
    } else if (message.kind === 'report') {
      const { use, intervalUs, isWarmup } = message.report;
      news.onUse(use, intervalUs, isWarmup);
      onMessage({ kind: 'report', report: reportOf(message.report) });
    } else {
      isOver = message.kind !== 'measured';
      onMessage(message);
      // It should end by itself, and may hang.
      if (isOver) child.kill('SIGKILL');
    }
  };
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  child.stdout.on(
    'data',
    splitLines(
      (line) => {
        if (line === '') return;
        const message = readMessage(line);
        if (typeof message === 'string') fail(`it sent what is no message: ${message}`);
        else hear(message);
      },
      () => fail('it sent a line without an end'),
    ),
  );
  child.stderr.on(
    'data',
    splitLines(
      (line) => {
        if (line.trim() !== '') reason.push(line.slice(0, 300));
        if (reason.length > REASON_LINES) reason.shift();
      },
      () => fail('it sent a line without an end'),
    ),
  );
  // A pipe to a program that has ended.
  child.stdin.on('error', () => undefined);
  const over = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      fail(error.message);
      resolve();
    });
    child.once('close', (code) => {
      clearTimeout(watch);
      fail(reason.join('\n') || `exit ${code ?? ''}`.trim());
      resolve();
    });
  });
  tell({ kind: 'prepare', order });
  return {
    over,
    stop: async () => {
      if (isOver) return;
      isStopping = true;
      // A driver that is still connecting has nothing to report.
      if (isConnected) tell({ kind: 'stop' });
      else child.kill('SIGKILL');
      await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
}
