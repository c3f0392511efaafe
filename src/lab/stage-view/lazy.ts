import { lazyParts } from '../../ui/prompt.tsx';

/** A part of the stage that loads on request. */
export const lazyPart = lazyParts(() => import('./lazy-parts.ts'));

/** A part that puts the stage into words. */
export const textPart = lazyParts(() => import('./text-parts.ts'));
