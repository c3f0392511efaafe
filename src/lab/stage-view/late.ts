import { lazyParts } from '../../ui/prompt.tsx';

/** A part of the stage that loads on request. */
export const latePart = lazyParts(() => import('./late-parts.ts'));

/** A part that puts the stage into words. */
export const textPart = lazyParts(() => import('./text-parts.ts'));
