/** Parameters of benchmarks that are fields of a scenario: by path, or by a common name. */
import { fieldNamed } from '../../model/scenario/fields.ts';

/** Common prefixes of columns and parameters; the first match counts. */
const USUAL: readonly (readonly [RegExp, string])[] = [
  [/^(callers|threads|clients|concurrency|goroutines|parallelism|users)$/i, 'workload.arrivals.callers'],
  [/^(pool|pool_?size|conns?|connections|max_?total)$/i, 'client.connections.maxTotal'],
  [/^(rtt_?us)$/i, 'network.rttUs'],
  [/^(batch|batch_?size|pipeline|depth)$/i, 'workload.batch.size'],
];

/** The path of the field for a name; undefined without one. */
export function fieldMeant(name: string): string | undefined {
  if (fieldNamed(name)) return name;
  return USUAL.find(([pattern]) => pattern.test(name))?.[1];
}

/** The parameters that are fields, with numbers as numbers. */
export function fieldsOf(
  parameters: readonly (readonly [string, string])[],
): Record<string, number | string> {
  return Object.fromEntries(
    parameters.flatMap(([name, value]) => {
      const path = fieldMeant(name);
      return path === undefined || value === ''
        ? []
        : [[path, Number.isFinite(Number(value)) ? Number(value) : value]];
    }),
  );
}

/** The fields of a scenario that tools set, by path. */
export const CALLERS = 'workload.arrivals.callers';
