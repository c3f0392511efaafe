/** Grades a diagnosis: cause, evidence and remedy, each by itself. */
import causes from './causes.json';
import type { Fact, Facts } from './facts.ts';
import type { Cause, Changes, Incident, Observation } from './incident.ts';
import type { Outcome } from './measures.ts';

export interface Diagnosis {
  readonly cause: Cause;
  readonly evidence: readonly Observation[];
  readonly remedy: Changes;
}

/** What speaks against a cause: it would need the opposite of this observation. */
export interface Contradiction {
  readonly observation: Observation;
  readonly fact: Fact;
}

export type EvidenceVerdict = 'supports' | 'unrelated' | 'untrue';

/**
 * `right`: the goal is met and the cause is gone. `extra`: also, with changes that are not needed. `symptom`: the goal is
 * met, but the cause remains. `missed`: the goal is not met. `none`: nothing was changed.
 */
export type RemedyVerdict = 'right' | 'extra' | 'symptom' | 'missed' | 'none';

export interface Grade {
  readonly isCauseRight: boolean;
  /** Against the stated cause; empty for the right one. */
  readonly contradictions: readonly Contradiction[];
  readonly evidence: readonly {
    readonly observation: Observation;
    readonly verdict: EvidenceVerdict;
    readonly fact: Fact;
  }[];
  /** Observations that prove the cause here and were not named. */
  readonly missing: number;
  readonly remedy: RemedyVerdict;
  /** Points of each part, and of all. */
  readonly points: { readonly cause: number; readonly evidence: number; readonly remedy: number };
  readonly isSolved: boolean;
}

/** Most points of each part. */
export const POINTS = { cause: 40, evidence: 30, remedy: 30 } as const;
/** What each hint of the ladder costs, and each refused diagnosis. */
export const HINT_COSTS = [5, 10, 20] as const;
export const REFUSAL_COST = 10;
/** Observations that may be named as evidence. */
export const MAX_EVIDENCE = 3;
/** Points that an observation costs which is untrue or says nothing about the cause. */
const WRONG_EVIDENCE = 10;

const REMEDY_SHARE: Readonly<Record<RemedyVerdict, number>> = {
  right: 1,
  extra: 0.7,
  symptom: 0.4,
  missed: 0,
  none: 0,
};

/** Observations that a cause needs, and how. */
const expectations = (cause: Cause) =>
  Object.entries(causes[cause] as Partial<Record<Observation, boolean>>) as [Observation, boolean][];

/** What in the exhibits speaks against a cause. */
export const contradictionsTo = (cause: Cause, facts: Facts): Contradiction[] =>
  expectations(cause)
    .filter(([observation, isExpected]) => facts[observation].isTrue !== isExpected)
    .map(([observation]) => ({ observation, fact: facts[observation] }));

function remedyVerdict(
  incident: Incident,
  remedy: Changes,
  outcome: { readonly meetsGoal: boolean },
): RemedyVerdict {
  const changed = Object.keys(remedy);
  if (changed.length === 0) return 'none';
  if (!outcome.meetsGoal) return 'missed';
  const found = incident.remedies.find((alternative) =>
    Object.entries(alternative).every(([knob, options]) => options.includes(remedy[knob] ?? '')),
  );
  if (!found) return 'symptom';
  return changed.every((knob) => Object.hasOwn(found, knob)) ? 'right' : 'extra';
}

/**
 * Grades a diagnosis.
 * @param facts of the run as it was found
 * @param outcome of the run with the remedy
 */
export function gradeOf(
  incident: Incident,
  facts: Facts,
  { cause, evidence, remedy }: Diagnosis,
  outcome: Outcome & { readonly meetsGoal: boolean },
): Grade {
  const isCauseRight = cause === incident.cause;
  const proofs = incident.evidence.filter((observation) => facts[observation].isTrue);
  const named = [...new Set(evidence)].slice(0, MAX_EVIDENCE).map((observation) => {
    const fact = facts[observation];
    const verdict: EvidenceVerdict = !fact.isTrue
      ? 'untrue'
      : proofs.includes(observation)
        ? 'supports'
        : 'unrelated';
    return { observation, verdict, fact };
  });
  const supporting = named.filter(({ verdict }) => verdict === 'supports').length;
  const needed = Math.max(1, Math.min(MAX_EVIDENCE, proofs.length));
  const wrong = named.length - supporting;
  const verdict = remedyVerdict(incident, remedy, outcome);
  const points = {
    cause: isCauseRight ? POINTS.cause : 0,
    evidence: Math.max(0, Math.round((POINTS.evidence * supporting) / needed) - WRONG_EVIDENCE * wrong),
    remedy: Math.round(POINTS.remedy * REMEDY_SHARE[verdict]),
  };
  return {
    isCauseRight,
    contradictions: isCauseRight ? [] : contradictionsTo(cause, facts),
    evidence: named,
    missing: needed - supporting,
    remedy: verdict,
    points,
    isSolved: isCauseRight && (verdict === 'right' || verdict === 'extra'),
  };
}

/** Points of a solved or refused diagnosis after hints and earlier refusals, at least 0. */
export function scoreOf({ points }: Grade, hints: number, refusals: number): number {
  const costs = HINT_COSTS.slice(0, hints).reduce((sum: number, cost) => sum + cost, 0);
  return Math.max(0, points.cause + points.evidence + points.remedy - costs - REFUSAL_COST * refusals);
}
