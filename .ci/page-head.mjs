// Adds to the head what only the built page has.
import { pagePolicy } from '../src/bridge/server/policy.ts';

/**
 * Vite's plugin for the policy: static hosts send no security header, so the page carries it itself.
 * @returns {import('vite').Plugin}
 */
export const policyInPage = () => ({
  name: 'policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicy },
      injectTo: 'head-prepend',
    },
  ],
});

/**
 * Vite's plugin that lets the browser fetch what `main.tsx` imports dynamically beside it, one round trip earlier.
 * @returns {import('vite').Plugin}
 */
export const pagePreload = () => ({
  name: 'page-preload',
  apply: 'build',
  transformIndexHtml: (_, { bundle = {} }) =>
    Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk' || !['page', 'rolldown-runtime'].includes(file.name)) return [];
      const styles = [...(file.viteMetadata?.importedCss ?? [])];
      return [['modulepreload', file.fileName], ...styles.map((style) => ['stylesheet', style])].map(
        ([rel, href]) => ({ tag: 'link', attrs: { rel, crossorigin: true, href }, injectTo: 'head' }),
      );
    }),
});
