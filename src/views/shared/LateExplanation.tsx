import type { Subject } from './Explanation.tsx';
import { lazy, Suspense } from './prompt.tsx';

// Nobody has opened what it is in.
const Explanation = lazy(() =>
  import('./Explanation.tsx').then((module) => ({ default: module.Explanation })),
);

/** An `Explanation` in what is drawn from the start: it is loaded when it is shown. */
export const LateExplanation = (subject: Subject) => (
  <Suspense>
    <Explanation {...subject} />
  </Suspense>
);
