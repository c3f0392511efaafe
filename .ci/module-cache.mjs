// Vitest keeps transformed modules from run to run. It knows a module by its own text and by the configuration of Vite; what
// else a module is made of is said here.
import { readFileSync } from 'node:fs';
import { hasReferences } from './label-references.mjs';
import { at } from './paths.mjs';

/** How TypeScript and JSX are compiled. */
const compilers = ['src/tsconfig.json', 'tests/tsconfig.json'];

/**
 * The plugin that adds it to the names of kept modules.
 * @returns {import('vite').Plugin}
 */
export const moduleCache = () => ({
  name: 'module-cache',
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    const options = compilers.map((file) => readFileSync(at(file), 'utf8')).join();
    // A text with references has other texts in it: such a module is never kept.
    experimental_defineCacheKeyGenerator(({ id, sourceCode }) =>
      hasReferences(id, sourceCode) ? false : options,
    );
  },
});
