/** The question for the unit of a file's times, if the file lacks it. */
import { checkUnits, type LawCheck } from './littles-law.ts';
import type { OverlayPoint, ReadOverlay } from './overlay.ts';
import type { TimeUnit } from './units.ts';

export interface UnitQuestion {
  /** Titles of the columns, or the file's name of its times. */
  readonly of: string;
  /** The first values, as the file has them. */
  readonly values: readonly string[];
  readonly proposal?: { readonly unit: TimeUnit; readonly basis: 'law' | 'usual' };
  /** Little's law for each unit; empty when the file lacks throughput or callers. */
  readonly checks: readonly { readonly unit: TimeUnit; readonly check: LawCheck }[];
}

/** Thrown by an importer that was not given the unit; caught in `read.ts`. */
export class UnitNeeded extends Error {
  override name = 'UnitNeeded';
  readonly format: string;
  readonly question: UnitQuestion;

  constructor(format: string, question: UnitQuestion) {
    super('the unit of time is needed');
    this.format = format;
    this.question = question;
  }
}

const VALUES = 3;

/**
 * The question for points whose times are read as if they were µs.
 * @param usual the unit of most files of this format; proposed when Little's law does not decide
 */
export function unitQuestion(
  of: string,
  values: readonly string[],
  points: readonly OverlayPoint[],
  usual?: TimeUnit,
): UnitQuestion {
  const checks = checkUnits(points);
  const lawful = checks.find(({ check }) => check.agrees);
  const isSilent = checks.length === 0;
  return {
    of,
    values: values.slice(0, VALUES),
    checks,
    ...(lawful
      ? { proposal: { unit: lawful.unit, basis: 'law' as const } }
      : isSilent && usual
        ? { proposal: { unit: usual, basis: 'usual' as const } }
        : {}),
  };
}

/** The reader's answers for an importer, in addition to the text. */
export interface Answers {
  readonly unit?: TimeUnit | undefined;
}

/** The times of an overlay that are in one unit. */
export const allIn = (unit: TimeUnit, basis: 'file' | 'tool' | 'answer'): Pick<ReadOverlay, 'times'> => ({
  times: [{ unit, basis }],
});
