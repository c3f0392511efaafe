/** The command line as a script runs it. */
import { spawn } from 'node:child_process';
import { at } from '../../.ci/paths.mjs';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** @param input what is on standard input */
export function sim(args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [at('.ci/sim.mjs'), ...args]);
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.once('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}
