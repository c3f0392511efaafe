/** What a learner has reached in each variant of an incident: part of the progress file. Pure. */

export interface IncidentProgress {
  /** Shown hints, and refused diagnoses. */
  readonly hints: number;
  readonly refusals: number;
  /** Best score; absent before the first diagnosis. */
  readonly points?: number;
  readonly isSolved: boolean;
}

/** By `incidentKey`. */
export type IncidentsProgress = Readonly<Record<string, IncidentProgress>>;

export const NOT_BEGUN: IncidentProgress = { hints: 0, refusals: 0, isSolved: false };

/** Key of a variant. */
export const incidentKey = (id: string, seed: number): string => `${id}.${seed}`;

const count = (value: unknown): number =>
  Number.isInteger(value) ? Math.min(99, Math.max(0, value as number)) : 0;

/** Parses the part of an untrusted file; what is not of this form is dropped. */
export function readIncidents(value: unknown): IncidentsProgress {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      if (!/^[a-z]+\.\d{1,6}$/.test(key) || typeof entry !== 'object' || entry === null) return [];
      const { hints, refusals, points, isSolved } = entry as Record<string, unknown>;
      const progress: IncidentProgress = {
        ...{ hints: count(hints), refusals: count(refusals), isSolved: isSolved === true },
        ...(typeof points === 'number' && points >= 0 && points <= 100 && { points }),
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
      const points = [one.points, other.points].filter((value) => value !== undefined);
      return [
        key,
        {
          hints: Math.max(one.hints, other.hints),
          refusals: Math.max(one.refusals, other.refusals),
          isSolved: one.isSolved || other.isSolved,
          ...(points.length > 0 && { points: Math.max(...points) }),
        },
      ];
    }),
  );
}

/** The best result of an incident over all its variants. */
export function bestOf(incidents: IncidentsProgress, id: string): IncidentProgress | undefined {
  const own = Object.entries(incidents).flatMap(([key, entry]) => (key.startsWith(`${id}.`) ? [entry] : []));
  return own.sort(
    (a, b) => Number(b.isSolved) - Number(a.isSolved) || (b.points ?? -1) - (a.points ?? -1),
  )[0];
}
