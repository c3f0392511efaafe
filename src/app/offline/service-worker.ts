/**
 * Caches the page's files, so that it opens without a network. The build inserts the list of files
 * (`vite-plugin-pwa` in `vite.config.ts`).
 */
import { clientsClaim, setCacheNameDetails } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst, NetworkOnly } from 'workbox-strategies';

declare const self: { readonly __WB_MANIFEST: PrecacheEntry[]; readonly registration: { scope: string } };

/** After this time a server counts as unreachable (assumed). */
const TIMEOUT_SECONDS = 3;

// All pages of one origin share its caches.
setCacheNameDetails({ prefix: 'roundtrip' });
const { scope } = self.registration;
const pages = [scope, new URL('index.html', scope).href];

// Navigation is network first: online the page is never old, nor that of another project on the same port.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && pages.includes(url.origin + url.pathname),
  new NetworkOnly({
    networkTimeoutSeconds: TIMEOUT_SECONDS,
    plugins: [{ handlerDidError: () => matchPrecache('index.html') }],
  }),
);
// The recordings are larger than all the rest: each is kept once it has been played. Their names stay, their contents may change.
registerRoute(
  ({ url }) => url.href.startsWith(new URL('recordings/', scope).href),
  new NetworkFirst({ cacheName: 'roundtrip-recordings', networkTimeoutSeconds: TIMEOUT_SECONDS }),
);
// A worker replaces an older one only when no page uses that any more.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '' });
cleanupOutdatedCaches();
clientsClaim();
