/** A bridge of a test's own, with a Redis of its own: either may end in the middle of a test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { findRedisServer, type RedisProcess, startRedis } from '../../src/bridge/server/redis-process.ts';

export interface OwnBridge {
  readonly child: ChildProcess;
  readonly address: string;
  readonly token: string;
}

const ROOT = new URL('../../', import.meta.url);

/** A Redis that no bridge has started. */
export async function startOwnRedis(): Promise<RedisProcess> {
  const program = findRedisServer();
  if (!program) throw new Error('this test needs a redis-server: node .ci/setup.mjs explains it');
  return startRedis(program, { restart: false });
}

/**
 * The program behind `npm run bridge`, with its printed address.
 * @param port a free one by default
 */
export async function startBridge(socketPath: string, port = 0): Promise<OwnBridge> {
  const args = ['.ci/start.mjs', '--no-build', '--port', String(port), '--redis', `unix:${socketPath}`];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const place = await new Promise<Pick<OwnBridge, 'address' | 'token'>>((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (part) => {
      printed += String(part);
      const [, address, token] = /(http:\/\/127\.0\.0\.1:\d+\/)#\/lab\?bridge=([\w-]+)/.exec(printed) ?? [];
      if (address !== undefined && token !== undefined) resolve({ address, token });
    });
    child.once('exit', () => reject(new Error(`the bridge does not start: ${printed}`)));
  });
  return { child, ...place };
}

/** Ends a bridge and waits for its end. */
export async function stopBridge({ child }: OwnBridge, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
