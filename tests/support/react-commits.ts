/** How often React draws. What it draws goes to the tools of developers, if there are any; the product knows nothing of this. */
import type { BrowserContext, Page } from '@playwright/test';

declare global {
  var reactCommits: number;
}

/** From now on, pages count what React commits. React tells whoever stands where the tools of developers would. */
export async function countCommits(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // No number until React has said that it tells: a count that nobody keeps is not zero.
    globalThis.reactCommits = Number.NaN;
    Object.defineProperty(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      value: {
        supportsFiber: true,
        isDisabled: false,
        inject: () => {
          globalThis.reactCommits = 0;
          return 1;
        },
        onCommitFiberRoot: () => globalThis.reactCommits++,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberUnmount: () => undefined,
        checkDCE: () => undefined,
      },
    });
  });
}

/** Commits and frames of so long a time. */
export const commitsWithin = (page: Page, ms: number): Promise<{ commits: number; frames: number }> =>
  page.evaluate(async (length) => {
    const before = globalThis.reactCommits;
    let frames = 0;
    const from = performance.now();
    await new Promise<void>((done) => {
      const frame = (now: number) => {
        frames++;
        if (now - from < length) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    return { commits: globalThis.reactCommits - before, frames };
  }, ms);
