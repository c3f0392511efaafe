/** The result of an incident for a teacher or a learning platform: score, the parts of the diagnosis, hints, attempts and time. Pure. */
import { PASSING_SCORE } from '../platform/formats.ts';
import type { GivenAnswer, Outcome } from '../platform/outcome.ts';
import { type Diagnosis, type Grade, POINTS, type RemedyVerdict, scoreOf } from './grade.ts';
import type { Cause, Changes, Incident, Observation } from './incident.ts';
import type { BestDiagnosis, IncidentProgress } from './incident-progress.ts';

export interface IncidentOutcome {
  readonly seed: number;
  /** Of 100, after deductions; 0 before the first diagnosis. */
  readonly score: number;
  readonly isSolved: boolean;
  /** The graded diagnosis; absent before the first one. */
  readonly diagnosis?: {
    readonly cause: Cause;
    readonly isCauseRight: boolean;
    readonly evidence: readonly Observation[];
    readonly remedy: Changes;
    readonly verdict: RemedyVerdict;
    readonly points: Grade['points'];
  };
  /** Claims of the student's page: what happened there is in no file. */
  readonly hints: number;
  readonly refusals: number;
  readonly attempts: number;
  readonly seconds: number;
  /** Wrong causes that were named. */
  readonly wrongCauses: readonly Cause[];
}

/** The outcome without a diagnosis. */
export function undiagnosed(seed: number, progress: IncidentProgress): IncidentOutcome {
  const { hints, refusals, attempts = 0, seconds = 0 } = progress;
  return { ...{ seed, score: 0, isSolved: false, hints, refusals, attempts, seconds }, wrongCauses: [] };
}

/** The outcome of a diagnosis that was graded again. */
export function gradedOutcome(
  incident: Incident,
  seed: number,
  progress: IncidentProgress,
  best: BestDiagnosis,
  grade: Grade,
): IncidentOutcome {
  const { cause, evidence, remedy } = best;
  const named = [...(progress.wrongCauses ?? []), cause];
  return {
    ...undiagnosed(seed, progress),
    score: scoreOf(grade, best.hints, best.refusals),
    isSolved: grade.isSolved,
    diagnosis: {
      ...{ cause, isCauseRight: grade.isCauseRight, evidence, remedy },
      ...{ verdict: grade.remedy, points: grade.points },
    },
    wrongCauses: [...new Set(named)].filter((each) => each !== incident.cause),
  };
}

/** Changed settings as words: `knob:option`. */
export const remedyWords = (remedy: Changes): string[] =>
  Object.entries(remedy).map(([knob, option]) => `${knob}:${option}`);

/** A diagnosis as the answers of an interaction. */
function answersOf({ cause, evidence, remedy }: Diagnosis, points: BestDiagnosis['points']): GivenAnswer[] {
  const answer = (
    question: GivenAnswer['question'],
    kind: GivenAnswer['kind'],
    given: string | readonly string[],
    isRight: boolean,
  ): GivenAnswer => ({ question, kind, given, isRight, outcome: isRight ? 'right' : 'wrong' });
  return [
    answer('cause', 'choice', cause, points.cause === POINTS.cause),
    answer('evidence', 'ranking', evidence, points.evidence === POINTS.evidence),
    // A remedy with changes that are not needed works, too.
    answer('remedy', 'ranking', remedyWords(remedy), points.remedy > POINTS.remedy / 2),
  ];
}

/** What a learning platform gets: an incident is complete once it is solved, and passed with enough points. */
export function platformOutcome({ isSolved, points = 0, best, attempts = 0 }: IncidentProgress): Outcome {
  const score = points / 100;
  return {
    progress: isSolved ? 1 : attempts > 0 ? 0.5 : 0,
    isComplete: isSolved,
    score,
    isChecked: isSolved,
    ...(isSolved && { isPassed: score >= PASSING_SCORE }),
    answers: best ? answersOf(best, best.points) : [],
  };
}
