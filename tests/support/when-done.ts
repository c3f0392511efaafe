import { afterAll, onTestFinished } from 'vitest';

/** Cleans up after the test that is running, or after the whole file when none is. */
export function whenDone(cleanUp: () => unknown): void {
  const run = async () => void (await cleanUp());
  try {
    onTestFinished(run);
  } catch {
    afterAll(run);
  }
}
