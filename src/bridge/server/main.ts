/** The program behind `npm start` and `npm run bridge`: starts the server, says where it is, stops it cleanly. */
import { HELP, readArguments } from './arguments.ts';
import { reportUnexpected } from './failure.ts';
import { hostName } from './redis-target.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

// For the development server, which is a server already.
export { guarded } from './answering.ts';
export { isBridgePath } from './bridge.ts';
export { BallotBox, isVotePath } from './classroom/ballot-box.ts';
export { Vote } from './classroom/vote.ts';
export { isAddressedToUs } from './guard.ts';
// `startServer` is for tests that want this program as a process of its own, with more than its options offer.
export { addressOf, openBridge, startServer } from './server.ts';

/** How soon we notice that the npm that started us is gone. */
const PARENT_MS = 500;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** `files` are what was built: the folder of the page, the engine, the program of the bridge's threads. */
export async function main(args: readonly string[], files: ServerOptions['files']): Promise<void> {
  const read = readArguments(args, process.env);
  if ('problems' in read) {
    for (const problem of read.problems) process.stderr.write(`${problem}\n`);
    process.exitCode = 2;
    return;
  }
  if (read.help) return void say(HELP);
  // Every handler answers for its own errors. Should one be missing, a class in the middle of a lesson keeps its bridge.
  process.on('uncaughtException', (error) => reportUnexpected('process', error));
  try {
    const server = await startServer({ ...read, files });
    stopOnSignals(server);
    say(aboutRedis(server, read.redis));
    say(`\n  ${server.url}\n`);
    if (read.classroom.length > 0)
      say(`Students of this room may open the page and vote: ${server.classroom.join(', ')}`);
    say('Open this address in a browser. Ctrl+C stops everything.');
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
    // npm passes the terminal's signal on, so it arrives twice.
    if (stopping) return;
    stopping = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Between npm and us stands a shell that dies of a signal without passing it on: then we have a new parent.
  const parent = process.ppid;
  const watch = () => process.ppid !== parent && stop();
  if (process.env.npm_lifecycle_event) setInterval(watch, PARENT_MS).unref();
}
