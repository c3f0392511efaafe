/**
 * Pins client and Redis to one core, ahead of other programs. Then the measurement excludes scheduling, other
 * programs and the wake-up time of sleeping cores.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { getPriority, platform, setPriority } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './machine.ts';
import type { RedisTarget } from './redis-target.ts';

const run = promisify(execFile);

/** Node has no API for this; the tools come with every Linux. */
const findTool = (name: 'taskset' | 'chrt' | 'nice') =>
  platform() === 'linux' ? findProgram(name) : undefined;

/** Only the bridge's own Redis may be pinned. */
export const canHold = ({ pid }: RedisTarget): boolean =>
  pid?.() !== undefined && findTool('taskset') !== undefined;

export interface Pinning {
  readonly core: number;
  /** Restores normal scheduling. */
  release(): Promise<void>;
}

/**
 * How client and Redis are ahead of other programs. A client of one thread is first with real-time priority. One of many
 * threads is only favoured by the normal scheduler: with real-time priority, a thread that compiles would keep the core
 * from its own neighbours for a hundred milliseconds.
 */
export type Preference = 'first' | 'favoured';

/**
 * Also raises the priority of the bridge and of all threads and processes it starts until the release. Undefined
 * if not possible here.
 */
export async function pinToOneCore(
  { pid }: RedisTarget,
  preference: Preference,
): Promise<Pinning | undefined> {
  const redis = pid?.();
  const taskset = findTool('taskset');
  if (redis === undefined || taskset === undefined) return undefined;
  const allowed = coresOf(redis);
  // Not the first core, which serves most interrupts.
  const core = Number(/\d+$/.exec(allowed)?.[0]);
  const bind = (cores: string) => run(taskset, ['--all-tasks', '--cpu-list', '--pid', cores, String(redis)]);
  const isFirst = preference === 'first';
  const raise = () => (isFirst ? schedule(redis, ...AHEAD) : favour(redis, FAVOURED));
  const restore = () => (isFirst ? schedule(redis, ...NORMAL) : favour(redis, usual));
  const release = async () => {
    // Redis may have ended.
    await Promise.all([bind(allowed).catch(() => undefined), restore()]);
    await schedule(process.pid, ...NORMAL);
  };
  // The bridge first: its threads inherit its priority, and the relay must not be late. All of them: a client is slow
  // until other threads have compiled it.
  await schedule(process.pid, ...AHEAD);
  try {
    await Promise.all([bind(String(core)), raise()]);
  } catch (error) {
    await release();
    throw error;
  }
  return { core, release };
}

/** Pins the calling thread to a core until it ends. */
export function stayOn(core: number): void {
  const taskset = findTool('taskset');
  const thread = basename(readlinkSync('/proc/thread-self'));
  if (taskset) execFileSync(taskset, ['--cpu-list', '--pid', String(core), thread], { stdio: 'ignore' });
}

/** Threads of a JVM that compile, collect garbage and stop the others, by the beginnings of their names. */
const HELPERS = /^(C[12] Comp|G1 |GC Thread|VM Thread)/;

/**
 * Lets the JVM's own threads run on all cores: on the core of the callers they would compile for seconds, and the client
 * would be measured half compiled. Without effect on other programs.
 */
export async function freeHelpers(pid: number): Promise<void> {
  const taskset = findTool('taskset');
  if (taskset === undefined) return;
  try {
    const helpers = readdirSync(`/proc/${pid}/task`).filter((thread) =>
      HELPERS.test(readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8')),
    );
    const cores = coresOf(process.pid);
    await Promise.all(helpers.map((thread) => run(taskset, ['--cpu-list', '--pid', cores, thread])));
  } catch {
    // A thread, or the process, has ended.
  }
}

/** Cores that a process may use, in the kernel's format: `0-3,6`. */
const coresOf = (pid: number): string =>
  /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';

/** Above all programs without real-time priority; round-robin among themselves. */
const AHEAD = ['--rr', 1] as const;
const NORMAL = ['--other', 0] as const;

/** Real-time priority needs privileges; without them the core is shared normally. */
async function schedule(pid: number, policy: string, priority: number): Promise<void> {
  const chrt = findTool('chrt');
  const words = ['--all-tasks', policy, '--pid', String(priority), String(pid)];
  if (chrt) await run(chrt, words).catch(() => undefined);
}

/** A thread with this niceness gets some 80 times the share of one with none. */
const FAVOURED = -20;

/** Of a process with one busy thread, such as Redis. A favour needs privileges, too. */
function favour(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
    favourGroup(pid, niceness);
  } catch {
    // Without privileges, or after the end of the process.
  }
}

/**
 * The same for the program's session: where Linux makes sessions scheduler groups (`sched_autogroup_enabled`), the niceness of a
 * program counts only within its own.
 */
export function favourGroup(pid: number, niceness = FAVOURED): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Without such groups.
  }
}

/** What the bridge and its Redis have without a preference. */
const usual = getPriority();

/** What starts a program of many threads on a core, favoured there; empty where that is not possible. */
export function startingOn(core: number): readonly string[] {
  const [taskset, chrt, nice] = [findTool('taskset'), findTool('chrt'), findTool('nice')];
  if (taskset === undefined) return [];
  return [
    ...[taskset, '--cpu-list', String(core)],
    // It would inherit the bridge's priority.
    ...(chrt ? [chrt, '--other', '0'] : []),
    ...(nice ? [nice, '-n', String(FAVOURED)] : []),
  ];
}
