import { lazyParts } from '../../ui/prompt.tsx';

/** A note on metrics, which loads on request. */
export const lateNote = lazyParts(() => import('./late-notes.ts'));
