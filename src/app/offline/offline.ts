/** The page without a network, and the news that there is a newer one. */
import { ui } from '../../ui/ui-state.ts';

/** Whether the server has another page than this one: a script of it has another name. */
async function isOutdated(): Promise<boolean> {
  const own = [...document.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  );
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    const text = await answer.text();
    return answer.ok && own.some((src) => !text.includes(src));
  } catch {
    return false;
  }
}

/** A worker that replaces another one has brought new files; a page that came before them is told. */
function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', async () => {
    if (worker.state === 'installed' && (await isOutdated())) ui.setState({ hasNewVersion: true });
  });
}

/** Has the page's files kept (`offline/worker.ts`). Where that is not possible the page works as it does anyway. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('service-worker.js').catch(() => undefined);
  if (!registration) return;
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  // Pages stay open for days; whoever comes back to one gets the news.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
}

export const dismissNewVersion = (): void => ui.setState({ hasNewVersion: false });

/** What is on the stage is in the address, settings and progress are kept: a reload loses nothing of them. */
export const loadNewVersion = (): void => location.reload();
