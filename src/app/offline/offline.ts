/** Offline use of the page, and the note on a newer version. */
import { ui } from '../../ui/ui-state.ts';

/** Whether the server has another page than this one: its script then has another name. */
async function isOutdated(): Promise<boolean> {
  const scripts = [...document.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  );
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    const text = await answer.text();
    return answer.ok && scripts.some((src) => !text.includes(src));
  } catch {
    return false;
  }
}

/** A worker that replaces another one brings new files: pages that loaded before it show the note. */
function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', async () => {
    if (worker.state === 'installed' && (await isOutdated())) ui.setState({ hasNewVersion: true });
  });
}

/** Caches the page's files (`offline/service-worker.ts`). Without support the page works without a cache. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('service-worker.js').catch(() => undefined);
  if (!registration) return;
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  // Pages stay open for days: the check runs on return.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
}

export const dismissNewVersion = (): void => ui.setState({ hasNewVersion: false });

/** The stage is in the address, settings and progress are stored: a reload loses none of them. */
export const loadNewVersion = (): void => location.reload();
