/** What this browser keeps for us, where it allows it: private windows and policies may not. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export function readKept(key: string): string | null {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** When storage is full or forbidden, what is written lives as long as the page. */
export function keep(key: string, text: string): void {
  try {
    storage()?.setItem(key, text);
  } catch {
    // Nothing is lost that the page still needs.
  }
}
