// The whole page as one HTML file that opens from a disk: scripts, styles, the engine and its workers are inside, and its policy
// allows no network at all. What is to be shown first is written into it when somebody saves it (actions/standalone.ts).

/** Its name beside the page. */
export const STANDALONE = 'standalone.html';

/** Nothing but what is inside: a worker and the engine come from addresses that are made of data. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'connect-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** @param {string} text */
const quoted = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How the page's sources start a worker, up to its options: `new Worker(new URL('./x.worker.ts', import.meta.url), …`. */
const STARTS = /new Worker\(\s*new URL\('([^']+\.worker\.ts)',\s*import\.meta\.url\),\s*/g;

/**
 * Vite's plugin that puts workers into the script that starts them.
 * @returns {import('vite').Plugin}
 */
export function workersInside() {
  return {
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
  };
}

/**
 * Vite's plugin that makes one file of a build with one script and one style sheet.
 * @returns {import('vite').Plugin}
 */
export function oneFile() {
  return {
    name: 'one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('the page was not built');
        let html = String(page.source)
          // What an own file beside it would be, and is not.
          .replaceAll(/\s*<link rel="(icon|apple-touch-icon|manifest)"[^>]*>/g, '')
          .replace(
            '<head>',
            () =>
              `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <!-- start -->`,
          );
        for (const [name, file] of Object.entries(bundle)) {
          const at = `\\./${quoted(name)}`;
          if (file.type === 'chunk' && file.isEntry) {
            const code = file.code.replaceAll('</script', '<\\/script');
            html = html.replace(new RegExp(`\\s*<script[^>]* src="${at}"></script>`), '');
            html = html.replace('</body>', () => `<script type="module">${code}</script>\n  </body>`);
          } else if (file.type === 'asset' && name.endsWith('.css')) {
            const style = `<style>${file.source}</style>`;
            html = html.replace(new RegExp(`<link[^>]* href="${at}">`), () => style);
          } else if (name !== 'index.html') this.error(`${name} would be a file of its own`);
          delete bundle[name];
        }
        if (/(src|href)="\.\//.test(html.replaceAll(/<script[\s\S]*?<\/script>/g, '')))
          this.error('the page still asks for files');
        this.emitFile({ type: 'asset', fileName: STANDALONE, source: html });
      },
    },
  };
}
