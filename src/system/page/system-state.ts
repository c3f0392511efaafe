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
  /** Whether a newer input is being read; the reading is of the earlier one. */
  readonly isReading: boolean;
  /** Undefined while the engine checks it, or if it refuses. */
  readonly subject: Subject | undefined;
  readonly problems: readonly Problem[];
  readonly diagnosis: Diagnosis | undefined;
  readonly isRunning: boolean;
  /** How much each question and each choice matters; by its id. */
  readonly effects: Effects;
  /** Runs that say so, done and in all; 0 in all before it is known; undefined when there are none left. */
  readonly weighing: { readonly done: number; readonly total: number } | undefined;
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

/** What the user gave. */
export type Given = Pick<SystemState, 'pieces' | 'answers'>;

/** What an earlier visit kept; a text that is no such thing counts as nothing. */
export function keptSystem(): Given {
  const nothing = { pieces: [], answers: {} };
  try {
    const kept: unknown = JSON.parse(readKept(STORAGE_KEY) ?? 'null');
    if (!isObject(kept) || !Array.isArray(kept.pieces)) return nothing;
    const pieces = kept.pieces.flatMap((piece: unknown, index): readonly Piece[] => {
      if (!isObject(piece) || typeof piece.text !== 'string') return [];
      const name = typeof piece.name === 'string' ? piece.name : '';
      return [{ id: `${index}`, name, text: piece.text }];
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

/** Keeps what the user gave for the next visit. */
export const keepSystem = ({ pieces, answers }: Given): void =>
  keep(STORAGE_KEY, JSON.stringify({ pieces, answers }));

const NOTHING: Reading = {
  ...{ pieces: [], library: null, options: [], settings: [], unused: [], observed: {}, missing: [] },
  ...{ problems: [], masked: 0 },
};

export const system = createStore<SystemState>(() => ({
  ...{ pieces: [], answers: {}, reading: NOTHING, isReading: false },
  subject: undefined,
  problems: [],
  diagnosis: undefined,
  isRunning: false,
  effects: {},
  weighing: undefined,
  goal: FIRST_GOAL,
  vary: undefined,
  shownLine: undefined,
  advice: undefined,
  isAdvising: false,
  isShared: false,
}));
