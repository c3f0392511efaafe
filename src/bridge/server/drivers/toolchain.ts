/** The tools that build and run the drivers: which are installed, in which version. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ToolState } from '../../protocol.ts';
import { type DriverProgram, TOOLS } from '../../workload/library.ts';
import { findProgram } from '../machine.ts';

const run = promisify(execFile);

/** Arguments that make a tool print its version. Maven would start a JVM for it, and any version will do. */
const VERSION_OF: Readonly<Record<string, readonly string[]>> = { java: ['-version'], go: ['version'] };
/** First version that the drivers need. Without one, any will do. */
const LEAST: Readonly<Record<string, number>> = { java: 17 };

async function stateOf(name: string): Promise<ToolState> {
  const path = findProgram(name);
  const versionArguments = VERSION_OF[name];
  if (!path || !versionArguments) return { name, version: null, isUsable: path !== undefined };
  try {
    // Java prints its version on standard error.
    const { stdout, stderr } = await run(path, [...versionArguments]);
    const version = /\d+(\.\d+)*/.exec(stdout + stderr)?.[0] ?? null;
    return { name, version, isUsable: Number.parseInt(version ?? '0', 10) >= (LEAST[name] ?? 0) };
  } catch {
    return { name, version: null, isUsable: false };
  }
}

const known = new Map<DriverProgram, Promise<ToolState[]>>();

/** The tools of a program, as they were when first asked for: starting a JVM for each question would cost too much. */
export function toolsOf(program: DriverProgram): Promise<ToolState[]> {
  const states = known.get(program) ?? Promise.all(TOOLS[program].map(stateOf));
  known.set(program, states);
  return states;
}
