/**
 * The text of a lesson that is being written: kept in this browser with every letter, so that nothing is lost. Two tabs never write
 * over each other silently: who finds another's text asks first.
 */

import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../ui/local-storage.ts';

/** The lesson that somebody is writing; kept in this browser by `learn/write/custom-lesson-draft.ts`. */

export interface LearnDraftState {
  /** Empty: nothing has been begun. */
  readonly text: string;
  /** What was there before the text was replaced as a whole, to be brought back. */
  readonly former: string | undefined;
  /** What another tab has written meanwhile; until one is chosen, nothing is kept over it. */
  readonly other: string | undefined;
  /** Whether the browser keeps it; private windows and full ones do not. */
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

/** What this tab has last read or written there. */
let seen: string | null = null;

/** Takes up what is kept, and listens to other tabs. @returns what ends the listening */
export function openDraft(): () => void {
  seen = readKept(TEXT_KEY);
  learnDraft.setState({
    text: seen ?? '',
    former: readKept(FORMER_KEY) || undefined,
    other: undefined,
    isKept: true,
  });
  const heard = ({ key }: StorageEvent) => {
    if (key === TEXT_KEY || key === null) lookForOther();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Whether another tab has written something else; then it is shown. */
function lookForOther(): boolean {
  const kept = readKept(TEXT_KEY);
  if (kept === seen || kept === null || kept === learnDraft.getState().text) return false;
  learnDraft.setState({ other: kept });
  return true;
}

function put(text: string): void {
  keep(TEXT_KEY, text);
  seen = readKept(TEXT_KEY);
  learnDraft.setState({ isKept: seen === text });
}

/** What has just been typed. */
export function writeDraft(text: string): void {
  learnDraft.setState({ text });
  if (!lookForOther()) put(text);
}

function putFormer(former: string | undefined): void {
  keep(FORMER_KEY, former ?? '');
  learnDraft.setState({ former });
}

/** Another text instead of the one that is there, which can be brought back. */
export function replaceDraft(text: string): void {
  const { text: former } = learnDraft.getState();
  if (former.trim() !== '' && former !== text) putFormer(former);
  writeDraft(text);
}

/** The text that was there before. */
export function bringBack(): void {
  const { former } = learnDraft.getState();
  if (former !== undefined) replaceDraft(former);
}

/** Goes on with the other tab's text; this tab's can be brought back. */
export function takeOther(): void {
  const { text, other } = learnDraft.getState();
  if (other === undefined) return;
  seen = other;
  putFormer(text);
  learnDraft.setState({ text: other, other: undefined });
}

/** Goes on with this tab's text; the other's can be brought back. */
export function keepMine(): void {
  const { text, other } = learnDraft.getState();
  if (other === undefined) return;
  putFormer(other);
  learnDraft.setState({ other: undefined });
  put(text);
}
