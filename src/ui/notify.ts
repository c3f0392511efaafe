/** Notifies readers in another tab, if they asked for it and the browser allows it. */

let isWanted = false;

/** Whether the browser supports notifications. */
export const canNotify = (): boolean => 'Notification' in globalThis;

/**
 * Asks the browser for permission; afterwards `notify` works.
 * @returns whether it is granted
 */
export async function wantNotice(): Promise<boolean> {
  isWanted = (await Notification.requestPermission()) === 'granted';
  return isWanted;
}

export const wantNoNotice = (): void => {
  isWanted = false;
};

/** Whether a notification is requested. */
export const isNoticeWanted = (): boolean => isWanted;

/** Sends the requested notification if the page is hidden. One request gives one notification. */
export function notify(text: string): void {
  const isDue = isWanted && document.hidden;
  isWanted = false;
  if (!isDue) return;
  try {
    new Notification('Roundtrip', { body: text });
  } catch {
    // Browsers on phones allow it to service workers only; the result is on the page.
  }
}
