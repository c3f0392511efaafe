/**
 * The percentile distribution of HdrHistogram (`outputPercentileDistribution`), as text or CSV. This page
 * writes it too. The text has no unit: the writer chooses a divisor, usually for milliseconds. Only this
 * page's own files state the unit.
 */
import type { Importer } from './importer.ts';
import type { OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, sorted } from './points.ts';
import { allIn, UnitNeeded, unitQuestion } from './question.ts';
import { badLine, contradiction, missing, numberIn } from './refusal.ts';
import { inUs, timeUnit } from './units.ts';

const FORMAT = 'HdrHistogram';
const EXAMPLE = '0.263 0.500000000000 50123 2.00';
const HEADER = /^\s*"?Value"?[\s,]+"?Percentile"?[\s,]+"?TotalCount"?[\s,]+"?1\/\(1-Percentile\)"?\s*$/;
/** The unit in this page's own files, below the numbers. */
const OWN_UNIT = /^\s*#\s*unit:\s*(\S+)\s*$/;

/** The content of a distribution, in the unit of the text. */
export interface Distribution {
  readonly percentiles: readonly { readonly share: number; readonly value: number }[];
  readonly mean?: number;
  readonly max?: number;
  readonly count?: number;
  readonly unit?: ReturnType<typeof timeUnit>;
}

export const isHdrHeader = (line: string): boolean => line.length < 200 && HEADER.test(line);

export const hdrHistogram: Importer = {
  format: FORMAT,
  recognises: (text) => text.split('\n').some(isHdrHeader),
  read: (text, source, { unit: answered } = {}) => {
    const found = distributionIn(text.split('\n'), FORMAT);
    const unit = found.unit ?? answered;
    const point = consistent(FORMAT, pointOf(found, source, unit ?? 'us'));
    if (unit === undefined)
      throw new UnitNeeded(
        FORMAT,
        unitQuestion(
          'Value',
          [found.mean, ...found.percentiles.map(({ value }) => value)].flatMap((value) =>
            value === undefined ? [] : [String(value)],
          ),
          [point],
          'ms',
        ),
      );
    return {
      title: source,
      format: FORMAT,
      source,
      ...allIn(unit, found.unit === undefined ? 'answer' : 'file'),
      points: [point],
    };
  },
};

/**
 * Parses a distribution.
 * @param format the file's format, for refusals
 * @throws Refusal
 */
export function distributionIn(lines: readonly string[], format: string): Distribution {
  const start = lines.findIndex(isHdrHeader) + 1;
  const percentiles: { share: number; value: number }[] = [];
  const footer: { mean?: number; max?: number; count?: number } = {};
  let unit: ReturnType<typeof timeUnit>;
  let isComplete = false;
  for (let index = start; index < lines.length; index++) {
    const raw = (lines[index] ?? '').trim();
    const bad = () => badLine(format, index + 1, raw, EXAMPLE);
    unit ??= timeUnit(OWN_UNIT.exec(raw)?.[1] ?? '');
    if (raw === '') continue;
    if (raw.startsWith('#[')) {
      isComplete = true;
      takeFooter(footer, raw, bad);
    }
    // After the numbers comes the tool's own report (wrk2), or the next distribution.
    if (raw.startsWith('#')) continue;
    if (isHdrHeader(raw)) break;
    if (isComplete) continue;
    const [value, share, count, inverse] = raw.split(/[\s,]+/);
    numberIn(count, bad);
    if (inverse !== undefined && !/^(?:inf(?:inity)?|[\d.]+(?:e[+-]?\d+)?)$/i.test(inverse)) throw bad();
    const point = { share: numberIn(share, bad), value: numberIn(value, bad) };
    const last = percentiles.at(-1);
    if (point.share > 1 || point.value < (last?.value ?? 0) || point.share < (last?.share ?? 0)) throw bad();
    percentiles.push(point);
  }
  if (percentiles.length === 0) throw missing(format, EXAMPLE);
  const top = percentiles.at(-1);
  if (footer.mean !== undefined && top && top.share === 1 && footer.mean > top.value * 1.05)
    throw contradiction(format, 'Mean', `${footer.mean} > ${top.value}`);
  return { percentiles, ...footer, ...(unit === undefined ? {} : { unit }) };
}

function takeFooter(
  into: { mean?: number; max?: number; count?: number },
  raw: string,
  bad: () => ReturnType<typeof badLine>,
): void {
  for (const [name, title] of [
    ['mean', 'Mean'],
    ['max', 'Max'],
    ['count', 'Total count'],
  ] as const) {
    const [, text] = new RegExp(`\\b${title}\\s*=\\s*([^,\\s\\]]+)`).exec(raw) ?? [];
    if (text !== undefined) into[name] = numberIn(text, bad);
  }
}

/** The distribution as a point. */
export function pointOf(
  { percentiles, mean, max, count }: Distribution,
  name: string,
  unit: Parameters<typeof inUs>[1],
): OverlayPoint {
  return {
    name,
    at: {},
    ...(mean === undefined ? {} : { meanUs: { value: inUs(mean, unit) } }),
    ...(max === undefined ? {} : { maxUs: inUs(max, unit) }),
    ...(count === undefined ? {} : { count }),
    percentiles: sorted(
      percentiles.map(({ share, value }): PercentilePoint => ({ share, us: inUs(value, unit) })),
    ),
  };
}
