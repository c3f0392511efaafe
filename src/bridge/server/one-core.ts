/**
 * Client and Redis together on one core, ahead of other programs: then what is measured is their work, and not where the
 * kernel puts them, whom else it lets run there, and how long a sleeping core takes to wake.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './machine.ts';
import type { RedisTarget } from './redis-target.ts';

const run = promisify(execFile);

/** Node has no words of its own for either; both come with every Linux. */
const findTool = (name: 'taskset' | 'chrt') => (platform() === 'linux' ? findProgram(name) : undefined);

/** Only a Redis that is the bridge's own may be moved. */
export const canHold = ({ pid }: RedisTarget): boolean =>
  pid?.() !== undefined && findTool('taskset') !== undefined;

export interface Hold {
  readonly core: number;
  /** Lets the kernel decide again. */
  release(): Promise<void>;
}

/** The bridge goes ahead of other programs, too, with all threads that it starts until the release. Undefined: it cannot be done here. */
export async function holdOnOneCore({ pid }: RedisTarget): Promise<Hold | undefined> {
  const redis = pid?.();
  const taskset = findTool('taskset');
  if (redis === undefined || taskset === undefined) return undefined;
  const allowed = coresOf(redis);
  // Of several the first is the one that most interrupts go to.
  const core = Number(/\d+$/.exec(allowed)?.[0]);
  const bind = (cores: string) => run(taskset, ['--all-tasks', '--cpu-list', '--pid', cores, String(redis)]);
  const release = async () => {
    // Redis may have ended meanwhile.
    await Promise.all([bind(allowed).catch(() => undefined), schedule(redis, ...NORMAL)]);
    await schedule(process.pid, ...NORMAL);
  };
  // The bridge first: programs that it starts are in front, too. All its threads: a client is slow until others have compiled it.
  await schedule(process.pid, ...AHEAD);
  try {
    await Promise.all([bind(String(core)), schedule(redis, ...AHEAD)]);
  } catch (error) {
    await release();
    throw error;
  }
  return { core, release };
}

/** Binds the thread that calls it to a core, until it ends. */
export function stayOn(core: number): void {
  const taskset = findTool('taskset');
  const thread = basename(readlinkSync('/proc/thread-self'));
  if (taskset) execFileSync(taskset, ['--cpu-list', '--pid', String(core), thread], { stdio: 'ignore' });
}

/** Cores that a process may use, as the kernel lists them: `0-3,6`. */
const coresOf = (pid: number): string =>
  /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';

/** Before every program without a real-time priority, and in turn among each other. */
const AHEAD = ['--rr', 1] as const;
const NORMAL = ['--other', 0] as const;

/** Only an administrator may go ahead; others share the core with whoever else wants it. */
async function schedule(pid: number, policy: string, priority: number): Promise<void> {
  const chrt = findTool('chrt');
  const words = ['--all-tasks', policy, '--pid', String(priority), String(pid)];
  if (chrt) await run(chrt, words).catch(() => undefined);
}
