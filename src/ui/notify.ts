/** Tells readers who have gone to another tab, if they have asked for it and their browser lets the page. */

let isWanted = false;

/** Whether the browser has such messages at all. */
export const canNotify = (): boolean => 'Notification' in globalThis;

/** Asks the browser, which asks the reader; from then on `notify` tells. @returns whether it may */
export async function wantNotice(): Promise<boolean> {
  isWanted = (await Notification.requestPermission()) === 'granted';
  return isWanted;
}

export const wantNoNotice = (): void => {
  isWanted = false;
};

/** Whether somebody waits for a message. */
export const isNoticeWanted = (): boolean => isWanted;

/** Says what was waited for, to who does not look at the page; whoever wants another message asks again. */
export function notify(text: string): void {
  const isDue = isWanted && document.hidden;
  isWanted = false;
  if (!isDue) return;
  try {
    new Notification('Roundtrip', { body: text });
  } catch {
    // Browsers on phones leave it to service workers; who comes back sees it on the page.
  }
}
