/**
 * The content of a file as plain JSON, for the command line: requests per second and microseconds, in fields
 * with unit names.
 */

import type { Problem } from '../../model/scenario/problem.ts';
import { CALLERS } from './known-fields.ts';
import { checkLaw, type LawCheck } from './littles-law.ts';
import {
  isShare,
  type OverlayPoint,
  type PercentilePoint,
  percentileOf,
  type ReadOverlay,
} from './overlay.ts';
import { percentText } from './points.ts';
import type { UnitQuestion } from './question.ts';
import { US_IN } from './units.ts';

/** Shares for which bounds are given where a file has no exact value. */
const SHARES = [0.5, 0.9, 0.95, 0.99, 0.999] as const;

/** A file as JSON. Fields that the file lacks are missing. */
export function reportOf(overlay: ReadOverlay): Record<string, unknown> {
  const { source, format, title, machine, times = [], points, parts, notes = [] } = overlay;
  const units = new Set(times.map(({ unit }) => unit));
  const bases = new Set(times.map(({ basis }) => basis));
  return {
    file: source,
    format,
    ...(title === source ? {} : { title }),
    ...(machine === undefined ? {} : { machine }),
    ...(units.size === 1 ? { timeUnit: [...units][0] } : {}),
    ...(bases.size === 1 ? { timeUnitKnownFrom: [...bases][0] } : {}),
    ...(times.some(({ of }) => of !== undefined) ? { timeUnits: times } : {}),
    points: points.map((point) => pointReport(point, true)),
    ...(parts === undefined ? {} : { parts: parts.map((point) => pointReport(point, false)) }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** @param isWhole a part of a mix has only a share of the callers in flight */
function pointReport(point: OverlayPoint, isWhole: boolean): Record<string, unknown> {
  const { name, at, perSec, meanUs, minUs, maxUs, connections, pipeline, count, failed } = point;
  const { [CALLERS]: callers, 'workload.batch.kind': _, 'workload.batch.size': __, ...settings } = at;
  const batch = pipeline ?? 1;
  const law = isWhole ? checkLaw(point) : undefined;
  return {
    name,
    ...(perSec === undefined
      ? {}
      : {
          requestsPerSecond: round(perSec.value * batch),
          ...(perSec.low === undefined || perSec.high === undefined
            ? {}
            : { requestsPerSecondRange: [round(perSec.low * batch), round(perSec.high * batch)] }),
        }),
    ...(pipeline === undefined || perSec === undefined
      ? {}
      : { pipeline, commandsPerSecond: round(perSec.value * batch), batchesPerSecond: round(perSec.value) }),
    ...(point.offeredPerSec === undefined ? {} : { offeredRequestsPerSecond: point.offeredPerSec }),
    ...(meanUs === undefined
      ? {}
      : {
          meanUs: round(meanUs.value),
          ...(meanUs.low === undefined || meanUs.high === undefined
            ? {}
            : { meanUsRange: [round(meanUs.low), round(meanUs.high)] }),
        }),
    ...(minUs === undefined ? {} : { minUs: round(minUs) }),
    ...percentileReport(point, ''),
    ...(maxUs === undefined ? {} : { maxUs: round(maxUs) }),
    ...executionReport(point),
    ...(connections === undefined ? {} : { connections }),
    ...(callers === undefined ? {} : { callers }),
    ...(point.proposedCallers === undefined
      ? {}
      : { proposedCallers: point.proposedCallers.value, proposedFrom: point.proposedCallers.from }),
    ...(count === undefined ? {} : { count }),
    ...(failed === undefined ? {} : { failed }),
    ...(point.payloadBytes === undefined ? {} : { payloadBytes: point.payloadBytes }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(law === undefined ? {} : { littlesLaw: lawReport(law) }),
  };
}

const lawReport = ({ perSec, responseUs, isMean, callers, inFlight, agrees }: LawCheck) => ({
  perSecond: round(perSec),
  [isMean ? 'meanUs' : 'medianUs']: round(responseUs),
  inFlight: Number(inFlight.toPrecision(4)),
  callers,
  agrees,
});

/** Exact percentiles, and bounds of the usual ones where the file has none. */
function percentileReport(point: OverlayPoint, prefix: string): Record<string, unknown> {
  const exact = point.percentiles.filter(({ fromUs }) => fromUs === undefined);
  const bounds = SHARES.flatMap((share) => {
    if (exact.some((percentile) => isShare(percentile.share, share))) return [];
    const found = percentileOf(point, share);
    return found?.low === undefined
      ? []
      : [[key({ share }), { atLeast: round(found.low), atMost: round(found.value) }] as const];
  });
  const field = (name: string) =>
    prefix === '' ? name : `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`;
  return {
    ...(exact.length === 0
      ? {}
      : {
          [field('percentilesUs')]: Object.fromEntries(
            exact.map((percentile) => [key(percentile), round(percentile.us)]),
          ),
        }),
    ...(bounds.length === 0 ? {} : { [field('percentileBoundsUs')]: Object.fromEntries(bounds) }),
  };
}

function executionReport({ name, at, execution }: OverlayPoint): Record<string, unknown> {
  if (!execution) return {};
  return {
    ...(execution.calls === undefined ? {} : { calls: execution.calls }),
    ...(execution.meanUs === undefined ? {} : { executionMeanUs: execution.meanUs }),
    ...percentileReport({ name, at, percentiles: execution.percentiles }, 'execution'),
  };
}

const key = ({ share }: Pick<PercentilePoint, 'share'>): string => `p${percentText(share)}`;

/** Without the last digits that binary fractions add. */
const round = (value: number): number => Number(value.toPrecision(12));

/** The open question as a problem, for the command line. */
export function questionProblem({ of, values, proposal, checks }: UnitQuestion, format: string): Problem {
  const check = checks.find(({ unit }) => unit === proposal?.unit)?.check;
  return {
    code: 'IMP-06',
    path: '',
    value: values.join(', '),
    ...(proposal === undefined ? {} : { suggestion: proposal.unit }),
    facts: {
      format,
      what: of,
      hint: proposal?.basis ?? 'none',
      unit: proposal?.unit ?? '',
      perSec: check === undefined ? 0 : round(check.perSec),
      response:
        check === undefined || proposal === undefined
          ? 0
          : Number((check.responseUs / US_IN[proposal.unit]).toPrecision(6)),
      inFlight: check === undefined ? 0 : Number(check.inFlight.toPrecision(4)),
      callers: check?.callers ?? 0,
    },
  };
}
