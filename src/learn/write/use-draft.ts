import { useEffect } from 'react';
import { openDraft } from './custom-lesson-draft.ts';

/** Takes up the draft that this browser keeps, and hears of what other tabs do to it. */
export const useDraft = (): void => useEffect(openDraft, []);
