/**
 * Pins client and Redis to one core, with priority over other programs. Then the measurement excludes
 * scheduling, other programs and the wake-up time of sleeping cores.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './machine.ts';
import type { RedisTarget } from './redis-target.ts';

const run = promisify(execFile);

/** Node has no API for this; both tools come with every Linux. */
const findTool = (name: 'taskset' | 'chrt') => (platform() === 'linux' ? findProgram(name) : undefined);

/** Only the bridge's own Redis may be pinned. */
export const canHold = ({ pid }: RedisTarget): boolean =>
  pid?.() !== undefined && findTool('taskset') !== undefined;

export interface Pinning {
  readonly core: number;
  /** Restores normal scheduling. */
  release(): Promise<void>;
}

/**
 * Also raises the priority of the bridge and of all threads it starts until the release. Undefined if not
 * possible here.
 */
export async function pinToOneCore({ pid }: RedisTarget): Promise<Pinning | undefined> {
  const redis = pid?.();
  const taskset = findTool('taskset');
  if (redis === undefined || taskset === undefined) return undefined;
  const allowed = coresOf(redis);
  // Not the first core, which serves most interrupts.
  const core = Number(/\d+$/.exec(allowed)?.[0]);
  const bind = (cores: string) => run(taskset, ['--all-tasks', '--cpu-list', '--pid', cores, String(redis)]);
  const release = async () => {
    // Redis may have ended.
    await Promise.all([bind(allowed).catch(() => undefined), schedule(redis, ...NORMAL)]);
    await schedule(process.pid, ...NORMAL);
  };
  // The bridge first: children inherit its priority. All its threads: a client is slow until other threads
  // have compiled it.
  await schedule(process.pid, ...AHEAD);
  try {
    await Promise.all([bind(String(core)), schedule(redis, ...AHEAD)]);
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
