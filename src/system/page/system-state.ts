/** The user's system: pieces and answers, kept in this browser, and what follows from them. */
import { createStore } from 'zustand/vanilla';
import { isObject } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import type { Advice } from '../advice/advise.ts';
import type { Knob } from '../advice/vary.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { mask } from '../mask.ts';
import { read } from '../readers/read.ts';
import type { Answers, Piece, Reading } from '../system.ts';
import type { Effects } from './sensitivity.ts';

/** A goal to begin with. */
export const FIRST_GOAL = 'p99<10ms';

const STORAGE_KEY = 'roundtrip.system';

export interface SystemState {
  /** Secrets in them are masked. */
  readonly pieces: readonly Piece[];
  readonly answers: Answers;
  readonly reading: Reading;
  /** Undefined while the engine checks it, or if it refuses. */
  readonly subject: Subject | undefined;
  readonly problems: readonly Problem[];
  readonly diagnosis: Diagnosis | undefined;
  readonly isRunning: boolean;
  /** How much each question matters; by question. */
  readonly effects: Effects;
  /** The goal as it was typed. */
  readonly goal: string;
  /** What advice may change; undefined: what is proposed. */
  readonly vary: readonly Knob[] | undefined;
  readonly advice: Advice | undefined;
  /** The line that a finding points at. */
  readonly shownLine: { readonly piece: string; readonly line: number } | undefined;
  readonly isAdvising: boolean;
  /** Whether a link brought it: what this browser keeps stays until the user changes something. */
  readonly isShared: boolean;
}

interface Kept {
  readonly pieces: readonly Piece[];
  readonly answers: Answers;
}

/** What an earlier visit kept; a text that is no such thing counts as nothing. */
function keptSystem(): Kept {
  const nothing = { pieces: [], answers: {} };
  try {
    const kept: unknown = JSON.parse(readKept(STORAGE_KEY) ?? 'null');
    if (!isObject(kept) || !Array.isArray(kept.pieces)) return nothing;
    const pieces = kept.pieces.flatMap((piece: unknown, index): readonly Piece[] => {
      if (!isObject(piece) || typeof piece.text !== 'string') return [];
      const name = typeof piece.name === 'string' ? piece.name : '';
      return [{ id: `${index}`, name, text: mask(piece.text).text }];
    });
    const answers = Object.entries(isObject(kept.answers) ? kept.answers : {}).flatMap(([id, value]) =>
      Number.isFinite(value)
        ? [[id, value] as const]
        : typeof value === 'string'
          ? [[id, mask(value).text] as const]
          : [],
    );
    return { pieces, answers: Object.fromEntries(answers) };
  } catch {
    return nothing;
  }
}

const start = keptSystem();

export const system = createStore<SystemState>(() => ({
  ...start,
  reading: read(start.pieces, start.answers),
  subject: undefined,
  problems: [],
  diagnosis: undefined,
  isRunning: false,
  effects: {},
  goal: FIRST_GOAL,
  vary: undefined,
  shownLine: undefined,
  advice: undefined,
  isAdvising: false,
  isShared: false,
}));

system.subscribe(({ pieces, answers, isShared }, before) => {
  if (isShared) return;
  if (pieces !== before.pieces || answers !== before.answers)
    keep(STORAGE_KEY, JSON.stringify({ pieces, answers }));
});
