/** The units of JMH's scores: `ops/s`, `ops/ms`, `us/op`, `ms/op`. */
import type { Estimate } from './overlay.ts';
import { missing } from './refusal.ts';
import { inUs, type TimeUnit, timeUnit, US_IN } from './units.ts';

export const JMH = 'JMH';

/**
 * A score as a quantity, with its error bar.
 * @throws Refusal for a unit that is neither a rate nor a time
 */
export function metricOf(
  score: number,
  error: number | undefined,
  scoreUnit: string,
): { readonly unit?: TimeUnit; readonly perSec?: Estimate; readonly meanUs?: Estimate } {
  const [, per = ''] = /^ops\/(\w+)$/.exec(scoreUnit) ?? [];
  const [, time = ''] = /^([\wµμ]+)\/op$/.exec(scoreUnit) ?? [];
  const isMinute = per === 'min' || time === 'min';
  const rate = timeUnit(per);
  const unit = timeUnit(time);
  if (rate === undefined && unit === undefined && !isMinute) throw missing(JMH, 'scoreUnit: ops/s, us/op, …');
  const estimate = (of: (value: number) => number): Estimate => ({
    value: of(score),
    ...(error !== undefined && Number.isFinite(error)
      ? { low: of(Math.max(0, score - error)), high: of(score + error) }
      : {}),
  });
  if (per !== '')
    return {
      perSec: estimate((value) =>
        Number((rate === undefined ? value / 60 : (value * 1e6) / US_IN[rate]).toPrecision(12)),
      ),
    };
  return {
    unit: unit ?? 's',
    meanUs: estimate((value) => (unit === undefined ? value * 60e6 : inUs(value, unit))),
  };
}
