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
    const drive = new built.Drive();
    const forStudents = { ballots: new built.BallotBox(vote), desk: new built.DriveDesk(drive) };
    const classroom = { vote, drive, origins: [] };
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
    middlewares.use((request, response, next) => {
      if (built.isBridgePath(request)) return explain(request, response);
      if (!built.isAddressedToUs(request, port())) return next();
      const answered = built.answerStudent(request, response, forStudents);
      if (!answered) return next();
      return built.guarded(() => answered)(request, response);
    });
    httpServer.once('listening', () =>
      config.logger.info(`  Bridge:  http://127.0.0.1:${port()}/${built.addressOf(opened.token)}`),
    );
    httpServer.once('close', () => void opened.close());
  },
});
