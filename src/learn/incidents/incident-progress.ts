/** Progress of a learner in each variant of an incident, a part of the progress file. Pure. */
import type { Diagnosis, Grade } from './grade.ts';
import { CAUSES, type Cause, OBSERVATIONS } from './incident.ts';

/** A graded diagnosis, with what it had cost until then. */
export interface BestDiagnosis extends Diagnosis {
  readonly hints: number;
  readonly refusals: number;
  /** Points of each part, before deductions. */
  readonly points: { readonly cause: number; readonly evidence: number; readonly remedy: number };
}

export interface IncidentProgress {
  /** Shown hints, and refused diagnoses. */
  readonly hints: number;
  readonly refusals: number;
  /** Best score; absent before the first diagnosis. */
  readonly points?: number;
  readonly isSolved: boolean;
  /** Graded diagnoses until it was solved. */
  readonly attempts?: number;
  /** Time spent until it was solved, s. */
  readonly seconds?: number;
  /** Wrong causes that were named, each once, in their order. */
  readonly wrongCauses?: readonly Cause[];
  /** The diagnosis with the best score; absent in files of older versions. */
  readonly best?: BestDiagnosis;
}

/** By `incidentKey`. */
export type IncidentsProgress = Readonly<Record<string, IncidentProgress>>;

export const NOT_BEGUN: IncidentProgress = { hints: 0, refusals: 0, isSolved: false };

/** Key of a variant. */
export const incidentKey = (id: string, seed: number): string => `${id}.${seed}`;

/** Longest time that is kept, s: a week. */
const MOST_SECONDS = 7 * 24 * 3600;
/** Most characters of the name of a knob or an option. */
const LONGEST_NAME = 40;

const whole = (value: unknown, most: number): number =>
  Number.isInteger(value) ? Math.min(most, Math.max(0, value as number)) : 0;
const count = (value: unknown): number => whole(value, 99);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The known names of a list, each once. */
const known = <Name extends string>(names: readonly Name[], value: unknown): Name[] =>
  Array.isArray(value) ? names.filter((name) => value.includes(name)) : [];

/** The known names of a list, in the order of the list. */
const inTheirOrder = <Name extends string>(names: readonly Name[], value: unknown): Name[] =>
  Array.isArray(value) ? [...new Set(value)].filter((name): name is Name => names.includes(name)) : [];

function readBest(value: unknown): BestDiagnosis | undefined {
  if (!isObject(value) || !isObject(value.remedy) || !isObject(value.points)) return undefined;
  const cause = CAUSES.find((each) => each === value.cause);
  if (!cause) return undefined;
  const remedy = Object.entries(value.remedy).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && Math.max(entry[0].length, entry[1].length) <= LONGEST_NAME,
  );
  const { points } = value;
  return {
    cause,
    evidence: known(OBSERVATIONS, value.evidence),
    remedy: Object.fromEntries(remedy.slice(0, LONGEST_NAME)),
    hints: count(value.hints),
    refusals: count(value.refusals),
    points: { cause: count(points.cause), evidence: count(points.evidence), remedy: count(points.remedy) },
  };
}

/** Parses the part of an untrusted file; what is not of this form is dropped. */
export function readIncidents(value: unknown): IncidentsProgress {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      if (!/^[a-z]+\.\d{1,6}$/.test(key) || !isObject(entry)) return [];
      const { hints, refusals, points, isSolved, attempts, seconds } = entry;
      const best = readBest(entry.best);
      const wrongCauses = inTheirOrder(CAUSES, entry.wrongCauses);
      const progress: IncidentProgress = {
        ...{ hints: count(hints), refusals: count(refusals), isSolved: isSolved === true },
        ...(typeof points === 'number' && points >= 0 && points <= 100 && { points }),
        ...(attempts !== undefined && { attempts: count(attempts) }),
        ...(seconds !== undefined && { seconds: whole(seconds, MOST_SECONDS) }),
        ...(wrongCauses.length > 0 && { wrongCauses }),
        ...(best && { best }),
      };
      return [[key, progress]];
    }),
  );
}

/** Merges two histories: of each variant the better score, and all hints and refusals. */
export function mergedIncidents(kept: IncidentsProgress, added: IncidentsProgress): IncidentsProgress {
  const both = new Set([...Object.keys(kept), ...Object.keys(added)]);
  return Object.fromEntries(
    [...both].map((key) => {
      const [one = NOT_BEGUN, other = NOT_BEGUN] = [kept[key], added[key]];
      const better = (one.points ?? -1) >= (other.points ?? -1) ? one : other;
      const most = (name: 'attempts' | 'seconds') => {
        const values = [one[name], other[name]].filter((value) => value !== undefined);
        return values.length > 0 && { [name]: Math.max(...values) };
      };
      const wrongCauses = [...new Set([...(one.wrongCauses ?? []), ...(other.wrongCauses ?? [])])];
      return [
        key,
        {
          hints: Math.max(one.hints, other.hints),
          refusals: Math.max(one.refusals, other.refusals),
          isSolved: one.isSolved || other.isSolved,
          ...(better.points !== undefined && { points: better.points }),
          ...most('attempts'),
          ...most('seconds'),
          ...(wrongCauses.length > 0 && { wrongCauses }),
          ...(better.best && { best: better.best }),
        },
      ];
    }),
  );
}

/** The variant of an incident with the best result, and its seed. */
export function bestVariant(
  incidents: IncidentsProgress,
  id: string,
): { readonly seed: number; readonly progress: IncidentProgress } | undefined {
  const own = Object.entries(incidents).flatMap(([key, progress]) => {
    const [name, seed] = key.split('.');
    return name === id ? [{ seed: Number(seed), progress }] : [];
  });
  return own.sort(
    ({ progress: a }, { progress: b }) =>
      Number(b.isSolved) - Number(a.isSolved) || (b.points ?? -1) - (a.points ?? -1),
  )[0];
}

/** The best result of an incident over all its variants. */
export const bestOf = (incidents: IncidentsProgress, id: string): IncidentProgress | undefined =>
  bestVariant(incidents, id)?.progress;

/** Of each incident the variant with the best result: what a student hands in. */
export function bestVariants(incidents: IncidentsProgress): IncidentsProgress {
  const ids = new Set(Object.keys(incidents).map((key) => key.split('.')[0] ?? ''));
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const best = bestVariant(incidents, id);
      return best ? [[incidentKey(id, best.seed), best.progress]] : [];
    }),
  );
}

/** The progress after a graded diagnosis. Once it is solved, further ones are practice: they count neither as attempts nor as refused. */
export function withDiagnosis(
  progress: IncidentProgress,
  { cause, evidence, remedy }: Diagnosis,
  grade: Pick<Grade, 'isCauseRight' | 'isSolved' | 'points'>,
  score: number,
): IncidentProgress {
  const { hints, refusals, isSolved, wrongCauses = [] } = progress;
  const isBest = progress.best === undefined || score >= (progress.points ?? 0);
  const isCounted = !isSolved;
  return {
    ...progress,
    refusals: refusals + (grade.isCauseRight || !isCounted ? 0 : 1),
    points: Math.max(progress.points ?? 0, score),
    isSolved: isSolved || grade.isSolved,
    attempts: (progress.attempts ?? 0) + (isCounted ? 1 : 0),
    ...(isCounted && !grade.isCauseRight && { wrongCauses: [...new Set([...wrongCauses, cause])] }),
    ...(isBest && { best: { cause, evidence, remedy, hints, refusals, points: grade.points } }),
  };
}
