/** The process of a driver: its messages, and its end. It performs one order after another. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { FromDriver, ToDriver } from '../../drivers/generated/protocol.ts';
import { favourGroup, freeHelpers, startingOn } from '../one-core.ts';
import { readMessage } from './messages.ts';

/** Longer lines are no message: a report of all samples takes a tenth of this. */
const LINE_BYTES = 4 * 1024 * 1024;

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

/** Lines of standard error in the reason of a failure. */
const REASON_LINES = 5;

/** Receives what a process says during one order. */
export interface Listener {
  readonly hear: (message: FromDriver) => void;
  /** It broke a rule, or ended. */
  readonly fail: (reason: string) => void;
}

/** The environment has no secrets, and only what programs need to start. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR', 'JAVA_HOME', 'SystemRoot'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

export class DriverProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #isPinned: boolean;
  readonly #reason: string[] = [];
  #listener: Listener | undefined;
  #isAlive = true;
  /** Libraries that have been steady in this process. */
  readonly warmed = new Set<string>();
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  /** @param command the program and its arguments @param core that it is pinned to; null: any */
  constructor(command: readonly string[], core: number | null) {
    const prefix = core === null ? [] : startingOn(core);
    const [program = '', ...args] = [...prefix, ...command];
    // A session of its own, as Redis has.
    const child = spawn(program, args, { env: environment(), detached: true, windowsHide: true });
    this.#child = child;
    this.#isPinned = prefix.length > 0;
    if (this.#isPinned && child.pid !== undefined) favourGroup(child.pid);
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    const onFlood = () => this.#fail('it sent a line without an end');
    child.stdout.on(
      'data',
      splitLines((line) => this.#hear(line), onFlood),
    );
    child.stderr.on(
      'data',
      splitLines((line) => this.#note(line), onFlood),
    );
    // A pipe to a program that has ended.
    child.stdin.on('error', () => undefined);
    this.ended = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        this.#fail(error.message);
        resolve();
      });
      child.once('close', (code) => {
        this.#fail(this.#reason.join('\n') || `exit ${code ?? ''}`.trim());
        resolve();
      });
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whoever listens now; undefined: it waits for an order, and has nothing to say. */
  attend(listener: Listener | undefined): void {
    this.#listener = listener;
    this.#hold(listener !== undefined);
  }

  tell(message: ToDriver): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Lets the threads that only help it leave its core, if it is pinned to one. */
  async freeHelpers(): Promise<void> {
    const { pid } = this.#child;
    if (this.#isPinned && pid !== undefined) await freeHelpers(pid);
  }

  kill(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
  }

  #hear(line: string): void {
    if (line === '' || !this.#isAlive) return;
    const message = readMessage(line);
    if (typeof message === 'string') this.#fail(`it sent what is no message: ${message}`);
    else if (this.#listener) this.#listener.hear(message);
    else this.kill();
  }

  #note(line: string): void {
    if (line.trim() !== '') this.#reason.push(line.slice(0, 300));
    if (this.#reason.length > REASON_LINES) this.#reason.shift();
  }

  #fail(reason: string): void {
    this.kill();
    this.#listener?.fail(reason);
  }

  /** A process that waits does not keep this one running: the end of its input ends it. */
  #hold(isHeld: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const each of [this.#child, ...([stdin, stdout, stderr] as unknown as Socket[])])
      if (isHeld) each.ref();
      else each.unref();
  }
}
