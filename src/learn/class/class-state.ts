/** The teacher's class with its collected results, and the class that a student belongs to. Both stay in this browser. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import type { IncidentOutcomes, Outcomes } from './class-table.ts';
import { type Classroom, classText, type Membership, readClass, readMembership } from './classroom.ts';
import type { Results } from './results-file.ts';

const CLASS_KEY = 'roundtrip.class';
const RESULTS_KEY = 'roundtrip.class.results';
const MEMBERSHIP_KEY = 'roundtrip.membership';

export interface ClassState {
  readonly classroom: Classroom | undefined;
  /** One of each student. */
  readonly results: readonly Results[];
  /** By signature of the results; absent while they are graded. */
  readonly outcomes: ReadonlyMap<string, Outcomes> | undefined;
  /** Of hidden faults, by signature of the results; absent while they are graded. */
  readonly incidents: ReadonlyMap<string, IncidentOutcomes> | undefined;
  /** How many hidden faults are graded, of how many: each takes two runs. */
  readonly graded: { readonly done: number; readonly all: number };
  /** Of the last files. */
  readonly problems: readonly Problem[];
}

export const classState = createStore<ClassState>(() => ({
  classroom: readClass(readKept(CLASS_KEY) ?? ''),
  results: [],
  outcomes: new Map(),
  incidents: new Map(),
  graded: { done: 0, all: 0 },
  problems: [],
}));

classState.subscribe(({ classroom, results }, { classroom: former, results: formerResults }) => {
  if (classroom !== former) keep(CLASS_KEY, classroom ? classText(classroom) : '');
  if (results !== formerResults) keep(RESULTS_KEY, JSON.stringify(results.map(({ text }) => text)));
});

/** The texts of collected results; they are verified again, as every text from outside. */
export function keptResults(): readonly string[] {
  try {
    const texts: unknown = JSON.parse(readKept(RESULTS_KEY) ?? '[]');
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

export interface MembershipState {
  readonly membership: Membership | undefined;
}

export const myClass = createStore<MembershipState>(() => ({
  membership: readMembership(readKept(MEMBERSHIP_KEY) ?? ''),
}));

myClass.subscribe(({ membership }) => keep(MEMBERSHIP_KEY, membership ? JSON.stringify(membership) : ''));
