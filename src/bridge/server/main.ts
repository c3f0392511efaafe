/**
 * The program of `npm start` and `npm run bridge`: starts the server, prints its address, stops it cleanly.
 */
import { HELP, readArguments } from './arguments.ts';
import { reportUnexpected } from './failure.ts';
import { hostName } from './redis-target.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

// For the development server, which already has an HTTP server.
export { guarded } from './answering.ts';
export { isBridgePath } from './bridge.ts';
export { BallotBox } from './classroom/ballot-box.ts';
export { Drive } from './classroom/drive.ts';
export { DriveDesk } from './classroom/drive-desk.ts';
export { answerStudent } from './classroom/local-network.ts';
export { Vote } from './classroom/vote.ts';
export { isAddressedToUs } from './guard.ts';
// For tests, which run this program as a process with further options.
export { addressOf, openBridge, startServer } from './server.ts';

/** Polling interval for the exit of the parent npm process. */
const PARENT_MS = 500;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** `files` are build outputs: the page's folder, the engine, the threads' program. */
export async function main(args: readonly string[], files: ServerOptions['files']): Promise<void> {
  const read = readArguments(args, process.env);
  if ('problems' in read) {
    for (const problem of read.problems) process.stderr.write(`${problem}\n`);
    process.exitCode = 2;
    return;
  }
  if (read.help) return void print(HELP);
  // Handlers catch their own errors. If one is missed, a class in a lesson keeps its bridge.
  process.on('uncaughtException', (error) => reportUnexpected('process', error));
  try {
    const server = await startServer({ ...read, files });
    stopOnSignals(server);
    print(aboutRedis(server, read.redis));
    print(`\n  ${server.url}\n`);
    if (read.classroom.length > 0)
      print(`Students of this room may open the page, vote and drive: ${server.classroom.join(', ')}`);
    print('Open this address in a browser. Ctrl+C stops everything.');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function aboutRedis({ target }: RunningServer, wanted: unknown): string {
  if (target?.address.kind === 'private')
    return 'Redis: a private server, started for this session, keeps nothing.';
  if (target) return `Redis: ${hostName(target.address)}.`;
  if (wanted === 'none') return 'Redis: none, as asked. Everything but the live measurements works.';
  return 'Redis: none is installed and none was named with --redis. Everything but the live measurements works.';
}

function stopOnSignals(server: RunningServer): void {
  let stopping = false;
  const stop = () => {
    // npm forwards the terminal's signal, so it arrives twice.
    if (stopping) return;
    stopping = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A shell between npm and this process dies of a signal without forwarding it: then the parent changes.
  const parent = process.ppid;
  const watch = () => process.ppid !== parent && stop();
  if (process.env.npm_lifecycle_event) setInterval(watch, PARENT_MS).unref();
}
