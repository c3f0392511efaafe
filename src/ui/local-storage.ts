/** The browser's storage, if allowed: private windows and policies may forbid it. */
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

/** Stores a text. If storage is full or forbidden, it lasts as long as the page. */
export function keep(key: string, text: string): void {
  try {
    storage()?.setItem(key, text);
  } catch {
    // The page keeps its state in memory.
  }
}
