// The bridge inside the development server.
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';
import { bridgeFiles, buildBridge } from './programs.mjs';

/**
 * Vite's plugin for it: same port, a private Redis, the address with its token in the terminal.
 * @returns {import('vite').Plugin}
 */
export const developmentBridge = () => ({
  name: 'development-bridge',
  apply: 'serve',
  async configureServer({ httpServer, middlewares, config }) {
    // Tests have servers of their own; a middleware has none.
    if (process.env.VITEST || !httpServer || !('maxHeadersCount' in httpServer)) return;
    if ((await buildBridge()) === 'failed') return;
    /** @type {typeof import('../src/bridge/server/main.ts')} */
    const built = await import(pathToFileURL(at('dist-bridge/main.js')).href);
    const port = () => /** @type {import('node:net').AddressInfo} */ (httpServer.address()).port;
    const vote = new built.Vote();
    const ballots = new built.BallotBox(vote);
    const classroom = { vote, origins: [] };
    const options = {
      port,
      redis: /** @type {const} */ ('private'),
      files: bridgeFiles,
      classroom,
      isGuest: true,
    };
    const opened = await built.openBridge(httpServer, options);
    if (!opened) return;
    const explain = built.guarded(opened.bridge.explain);
    const takeBallot = built.guarded((request, response) => ballots.answer(request, response));
    middlewares.use((request, response, next) => {
      if (built.isBridgePath(request)) explain(request, response);
      else if (built.isVotePath(request) && built.isAddressedToUs(request, port()))
        takeBallot(request, response);
      else next();
    });
    httpServer.once('listening', () =>
      config.logger.info(`  Bridge:  http://127.0.0.1:${port()}/${built.addressOf(opened.token)}`),
    );
    httpServer.once('close', () => void opened.close());
  },
});
