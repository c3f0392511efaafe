import { lazyParts } from './prompt.tsx';

/** A part that floats beside its trigger. */
export const floatingPart = lazyParts(() => import('./floating-parts.ts'));
