/** Keeps the page's files, so that it opens without a network. */

/** Both are written in by the build: addresses of the page's files relative to it, and a hash of all of them. */
declare const KEPT_FILES: readonly string[];
declare const KEPT_VERSION: string;

/** Event types of service workers; the DOM's own types cannot be loaded beside the ones for workers. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

/** A server that is slower than this is taken for none, ms (assumed). */
const PATIENCE_MS = 3_000;

const worker = globalThis as unknown as WorkerScope;
const { scope } = worker.registration;
/** The caches of an origin are shared by all that is served from it. */
const OWN = `roundtrip ${scope} `;
const cacheName = OWN + KEPT_VERSION;
const kept = new Set(KEPT_FILES.map((file) => new URL(file, scope).href));
const index = new URL('index.html', scope).href;

/** Takes from the versions before what has not changed: a hash in the name says so. */
async function keep(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    [...kept].map(async (url) => {
      const before = url.startsWith(new URL('assets/', scope).href) ? await caches.match(url) : undefined;
      if (before) await cache.put(url, before);
      else await cache.add(new Request(url, { cache: 'no-cache' }));
    }),
  );
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const fromCache = async (url: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(url, { ignoreVary: true });

/** The page as its server has it now; the one that is kept when nobody answers. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([answer.catch(() => undefined), late]);
  return first ?? (await fromCache(index)) ?? answer;
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const address = url.origin + url.pathname;
  if (request.mode === 'navigate') {
    if (address === scope || address === index) event.respondWith(page(request));
  } else if (request.method === 'GET' && kept.has(address) && address !== index) {
    event.respondWith(fromCache(address).then((found) => found ?? fetch(request)));
  }
});
