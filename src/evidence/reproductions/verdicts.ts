/** Verdicts of claims for readers, and their checks as rows: one for each compared value. */
import type { Outcome } from '../../charts/claim-outcomes.ts';
import type { VerdictRow } from '../../charts/claim-verdicts.ts';
import type { Check, Construction, Operand } from '../check/claim.ts';
import type { CheckResult, Verdict } from '../check/judge.ts';
import type { AnsweredClaim } from './evidence-state.ts';

/** `broken` is any difference from the declaration, also for the better. */
export const OUTCOME_OF: Readonly<Record<Verdict, Outcome>> = {
  passes: 'pass',
  byConstruction: 'byConstruction',
  failsAsKnown: 'known',
  notModelled: 'notModelled',
  broken: 'broken',
  mended: 'broken',
};

/** One compared value. */
export interface CheckedValue {
  readonly what: string;
  /** Its swept value; empty without a sweep. */
  readonly key: string;
  readonly published?: number;
  readonly low?: number;
  readonly high?: number;
  readonly found: number;
  readonly halfWidth?: number;
  readonly holds: boolean;
  /** Why its check cannot fail; absent when it can. */
  readonly byConstruction?: Construction;
}

const textOf = (operand: Operand): string => String(operand);

const isInside = (found: number, low?: number, high?: number): boolean =>
  found >= (low ?? Number.NEGATIVE_INFINITY) && found <= (high ?? Number.POSITIVE_INFINITY);

/** A number that may be absent, as an optional property. */
const optional = <Name extends string>(name: Name, value: number | null | undefined) =>
  (typeof value === 'number' ? { [name]: value } : {}) as { readonly [Key in Name]?: number };

/** The values of one check, in order. */
export function valuesOf(check: Check, result: CheckResult): CheckedValue[] {
  const { values, halfWidths, keys, published, holds } = result;
  const names = 'value' in check ? [] : ('rising' in check ? check.rising : check.identical).map(textOf);
  const label = names.join('rising' in check ? ' < ' : ' ≡ ');
  return values.map((found, index) => {
    const bounds = published[index];
    const [low, high] = [bounds?.low ?? undefined, bounds?.high ?? undefined];
    return {
      what:
        'value' in check ? textOf(check.value) : (names.length === values.length && names[index]) || label,
      key: keys[index] ?? '',
      ...optional('published', bounds?.value),
      ...optional('low', low),
      ...optional('high', high),
      found,
      ...optional('halfWidth', halfWidths[index]),
      // Rounded answers may differ by a digit from the judged values.
      holds: bounds && !holds ? isInside(found, low, high) : holds,
      ...(check.byConstruction && { byConstruction: check.byConstruction }),
    };
  });
}

/** All values of a claim. */
export const checkedValues = ({ claim, results }: AnsweredClaim): CheckedValue[] =>
  (claim.checks ?? []).flatMap((check, index) => {
    const result = results[index];
    return result ? valuesOf(check, result) : [];
  });

/** Relative distance to the published value, or to the nearest bound; undefined where that is undefined. */
export function shareOff({ published, low, high, found }: CheckedValue): number | undefined {
  const target =
    published ?? Math.min(high ?? Number.POSITIVE_INFINITY, Math.max(low ?? Number.NEGATIVE_INFINITY, found));
  const share = found / target - 1;
  return Number.isFinite(share) ? share : undefined;
}

/**
 * The most significant value of a claim: the furthest of the wrong ones, else of those that can fail, else of
 * all.
 */
export function headline(values: readonly CheckedValue[]): CheckedValue | undefined {
  const wrong = values.filter(({ holds }) => !holds);
  const free = values.filter(({ byConstruction }) => byConstruction === undefined);
  const size = (value: CheckedValue) => Math.abs(shareOff(value) ?? 0);
  const [among = values] = [wrong, free].filter((list) => list.length > 0);
  return [...among].sort((left, right) => size(right) - size(left))[0];
}

/** The claim as rows of a table; one without values if nothing is compared. */
export function tableRows(answered: AnsweredClaim, words: { readonly statement: string }): VerdictRow[] {
  const { claim, verdict } = answered;
  const common = {
    id: claim.id,
    source: claim.source,
    statement: words.statement,
    outcome: OUTCOME_OF[verdict],
  };
  const nothing = { what: '', key: '', published: undefined, low: undefined, high: undefined };
  const values = checkedValues(answered);
  if (values.length === 0) return [{ ...common, ...nothing, found: undefined, halfWidth: undefined }];
  return values.map(({ holds: _, byConstruction: __, ...value }) => ({
    ...common,
    ...nothing,
    halfWidth: undefined,
    ...value,
  }));
}
