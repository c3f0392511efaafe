import { lazyParts } from '../../ui/prompt.tsx';

/** A note on metrics, which loads on request. */
export const lazyNote = lazyParts(() => import('./lazy-notes.ts'));
