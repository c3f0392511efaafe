import { useEffect } from 'react';
import { openDraft } from './custom-lesson-draft.ts';

/** Loads the draft that this browser stores, and follows changes by other tabs. */
export const useDraft = (): void => useEffect(openDraft, []);
