/** A bridge with a private Redis, for the length of one command. */
import { join } from 'node:path';
import { WebSocket as NodeSocket } from 'ws';
import { type Bridge, openBridge } from '../bridge/client.ts';
import { startServer } from '../bridge/server/server.ts';
import { EXIT, printMessage } from './input.ts';

/**
 * Starts a bridge, calls `use` and ends it. `wasm` is the engine's file, `root` the repository.
 * @returns the exit code of `use`; 1 without a redis-server
 */
export async function withOwnBridge(
  wasm: string,
  root: string,
  use: (bridge: Bridge) => Promise<number>,
): Promise<number> {
  const files = {
    page: join(root, 'public'),
    wasm,
    thread: join(root, 'dist-bridge/thread.js'),
    drivers: join(root, 'src/bridge/drivers'),
  };
  const server = await startServer({ files, port: 0, redis: 'private' });
  try {
    if (!server.target) {
      printMessage('no redis-server is installed');
      return EXIT.failed;
    }
    const address = `127.0.0.1:${server.port}`;
    const bridge = await openBridge(server.token, address, (url, protocols) => {
      const socket = new NodeSocket(url, protocols, { origin: `http://${address}` });
      return socket as unknown as WebSocket;
    });
    return await use(bridge);
  } finally {
    await server.close();
  }
}
