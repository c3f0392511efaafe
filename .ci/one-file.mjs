// The whole page as one HTML file that opens from a disk: scripts, styles, the engine and its workers are inside, and its policy
// allows no network at all. What is to be shown first is written into it when it is saved (src/lab/export/SaveStandalone.tsx).
import { viteSingleFile } from 'vite-plugin-singlefile';

/** The mode of the build that makes it. */
export const ONE_FILE = 'one-file';

/** Its name beside the page. */
export const STANDALONE = 'standalone.html';

/** Nothing but what is inside: a worker and the engine come from addresses that are made of data. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'connect-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** How the page's sources start a worker, up to its options: `new Worker(new URL('./x.worker.ts', import.meta.url), …`. */
const STARTS = /new Worker\(\s*new URL\('([^']+\.worker\.ts)',\s*import\.meta\.url\),\s*/g;

/**
 * Puts workers into the script that starts them: vite-plugin-singlefile leaves them beside the page, and Vite inlines a worker only
 * where it is imported with `?worker&inline`.
 * @returns {import('vite').Plugin}
 */
const workersInside = () => ({
  name: 'workers-inside',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'new Worker(' },
    handler(code) {
      /** @type {string[]} */
      const imports = [];
      const inside = code.replaceAll(STARTS, (_, file) => {
        const name = `Inside${imports.length}`;
        imports.push(`import ${name} from '${file}?worker&inline';`);
        // The class that Vite makes takes the options alone.
        return `new ${name}(`;
      });
      return imports.length > 0 ? { code: `${imports.join('\n')}\n${inside}`, map: null } : undefined;
    },
  },
});

/**
 * Gives the page the policy of a file without a network, and takes out what would be a file beside it.
 * @returns {import('vite').Plugin}
 */
const withoutFiles = () => ({
  name: 'without-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replaceAll(/\s*<link rel="(icon|apple-touch-icon|manifest)"[^>]*>/g, '')
        .replace(
          '<head>',
          `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <!-- start -->`,
        ),
  },
});

/** Vite's plugins that make one file of the page. */
export const oneFile = () => [
  workersInside(),
  withoutFiles(),
  viteSingleFile({ useRecommendedBuildConfig: false, outputFileName: STANDALONE }),
];
