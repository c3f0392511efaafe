/** The stops of a slider: round numbers, evenly spaced on a logarithmic scale. */
import type { Field } from '../../model/scenario/fields.ts';

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8] as const;

/** Round values from the field's minimum to `max`; 0 comes first where it is allowed. Integers only for integer fields. */
export function stopsOf(field: Field, max: number): number[] {
  const min = field.min ?? 0;
  const top = Math.min(max, field.max ?? max);
  const stops = min <= 0 ? [0] : [];
  const firstDecade = field.kind === 'integer' || min === 0 ? 0 : Math.floor(Math.log10(min));
  for (let decade = firstDecade; 10 ** decade <= top; decade++) {
    for (const step of STEPS) {
      const value = Number((step * 10 ** decade).toPrecision(3));
      if (value < min || value > top || (field.kind === 'integer' && !Number.isInteger(value))) continue;
      stops.push(value);
    }
  }
  return stops;
}

/** Index of the stop nearest to a value, by ratio. */
export function nearestStop(stops: readonly number[], value: number): number {
  let best = 0;
  const distance = (stop: number) => Math.abs(Math.log((stop + 1e-9) / (value + 1e-9)));
  for (const [index, stop] of stops.entries()) {
    if (distance(stop) < distance(stops[best] ?? 0)) best = index;
  }
  return best;
}

/** The next stop above (+1) or below (−1) a value; the value itself at the ends. */
export function nextStop(stops: readonly number[], value: number, direction: 1 | -1): number {
  const found = direction > 0 ? stops.find((stop) => stop > value) : stops.findLast((stop) => stop < value);
  return found ?? value;
}
