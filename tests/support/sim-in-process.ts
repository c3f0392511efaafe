/** The command line in this process: the same program without the start of a process and of its modules. */
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { engineWasm, root } from '../../.ci/paths.mjs';
import { main } from '../../src/cli/main.ts';
import type { Ran } from './sim.ts';

/** Replaces the standard streams while `work` runs. */
async function withStreams<T>(
  streams: Readonly<Record<'stdin' | 'stdout' | 'stderr', Readable | PassThrough>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(streams).map((name) => ({
    name,
    own: Object.getOwnPropertyDescriptor(process, name),
  }));
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  try {
    return await work();
  } finally {
    for (const { name, own } of before) if (own) Object.defineProperty(process, name, own);
  }
}

/**
 * Runs one command after the other; `sim` starts a process.
 * @param input text of standard input
 */
export async function simInProcess(args: readonly string[], input = ''): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const stdin = Readable.from(input ? [Buffer.from(input)] : []);
  const code = await withStreams({ stdin, stdout, stderr }, () => main(args, engineWasm, root));
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, out, err };
}
