/**
 * The draft of a custom lesson, stored in this browser with every change. Two tabs never overwrite each other
 * silently: a conflict asks first.
 */

import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../ui/local-storage.ts';

/** The draft of a lesson, stored by `learn/write/custom-lesson-draft.ts`. */

export interface LearnDraftState {
  /** Empty: no draft. */
  readonly text: string;
  /** The text before it was replaced as a whole, for undo. */
  readonly former: string | undefined;
  /** The text of another tab; until one is chosen, nothing is stored over it. */
  readonly other: string | undefined;
  /** Whether the browser stores it; private windows and full ones do not. */
  readonly isKept: boolean;
}

export const learnDraft = createStore<LearnDraftState>(() => ({
  text: '',
  former: undefined,
  other: undefined,
  isKept: true,
}));

const TEXT_KEY = 'roundtrip.lesson-draft';
const FORMER_KEY = 'roundtrip.lesson-draft.former';

/** The text that this tab last read or stored. */
let lastStored: string | null = null;

/**
 * Loads the stored draft, and listens to other tabs.
 * @returns stops it
 */
export function openDraft(): () => void {
  lastStored = readKept(TEXT_KEY);
  learnDraft.setState({
    text: lastStored ?? '',
    former: readKept(FORMER_KEY) || undefined,
    other: undefined,
    isKept: true,
  });
  const onStorage = ({ key }: StorageEvent) => {
    if (key === TEXT_KEY || key === null) lookForOther();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Whether another tab has stored another text; then it is shown. */
function lookForOther(): boolean {
  const stored = readKept(TEXT_KEY);
  if (stored === lastStored || stored === null || stored === learnDraft.getState().text) return false;
  learnDraft.setState({ other: stored });
  return true;
}

function put(text: string): void {
  keep(TEXT_KEY, text);
  lastStored = readKept(TEXT_KEY);
  learnDraft.setState({ isKept: lastStored === text });
}

/** Stores the typed text. */
export function writeDraft(text: string): void {
  learnDraft.setState({ text });
  if (!lookForOther()) put(text);
}

function putFormer(former: string | undefined): void {
  keep(FORMER_KEY, former ?? '');
  learnDraft.setState({ former });
}

/** Replaces the text, with undo. */
export function replaceDraft(text: string): void {
  const { text: former } = learnDraft.getState();
  if (former.trim() !== '' && former !== text) putFormer(former);
  writeDraft(text);
}

/** Restores the former text. */
export function bringBack(): void {
  const { former } = learnDraft.getState();
  if (former !== undefined) replaceDraft(former);
}

/** Continues with the other tab's text; this tab's can be restored. */
export function takeOther(): void {
  const { text, other } = learnDraft.getState();
  if (other === undefined) return;
  lastStored = other;
  putFormer(text);
  learnDraft.setState({ text: other, other: undefined });
}

/** Continues with this tab's text; the other's can be restored. */
export function keepMine(): void {
  const { text, other } = learnDraft.getState();
  if (other === undefined) return;
  putFormer(other);
  learnDraft.setState({ other: undefined });
  put(text);
}
