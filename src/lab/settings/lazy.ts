import { lazyParts } from '../../ui/prompt.tsx';

/** A part of the settings that loads on request. */
export const lazyPart = lazyParts(() => import('./lazy-parts.ts'));
