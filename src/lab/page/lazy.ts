import { lazyParts } from '../../ui/prompt.tsx';

/** A part around the stage that loads on request. */
export const lazyPart = lazyParts(() => import('./lazy-parts.ts'));
