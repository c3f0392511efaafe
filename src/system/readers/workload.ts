/** Reads the container fields that Kubernetes, Compose and the values of a chart share. */
import type { Json } from '../../model/scenario/patch.ts';
import type { Found, FoundOption, FoundProblem } from './reader-result.ts';
import { propertyOf } from './spring.ts';

/** Containers that meshes, agents and proxies add. */
export const SIDECAR =
  /(?:istio|linkerd|envoy|proxy|fluent|filebeat|datadog|vault|otel|opentelemetry|jaeger|newrelic|dynatrace|logging|sidecar|exporter|agent)/i;
/** Images of the server itself. */
export const SERVER = /(?:^|\/)(?:redis|valkey|redis-stack-server|keydb)(?::|$|@)/i;

/** Cores of a quantity: `2`, `500m`, `1.5`; undefined if it is none. */
const coresOf = (value: unknown): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)(m?)$/.exec(String(value).trim());
  const cores = match ? Number(match[1]) / (match[2] === 'm' ? 1000 : 1) : Number.NaN;
  return cores > 0 ? cores : undefined;
};

/** The client's cores. Those of the model are whole: a part of one is rounded up, and this is said. */
export function coreSetting(
  { line, raw }: { readonly line: number; readonly raw: Json },
  problems: FoundProblem[],
): NonNullable<Found['settings']> {
  const cores = coresOf(raw);
  if (cores === undefined) {
    problems.push({ code: 'SYS-11', line, key: 'cpu', value: String(raw), expected: 'number' });
    return [];
  }
  const value = Math.max(1, Math.ceil(cores));
  if (value !== cores)
    problems.push({ code: 'SYS-16', line, key: 'cpu', value: String(raw), expected: String(value) });
  return [{ path: 'client.cores', value, line, key: 'cpu' }];
}

/** Environment variables that Spring Boot binds: pairs of name and value, a map, or a list of `NAME=value`. */
export function variablesIn(options: readonly FoundOption[]): FoundOption[] {
  return options.flatMap(({ key, raw, line }): FoundOption[] => {
    const place = /^(.*)\.name$/.exec(key)?.[1];
    if (place !== undefined) {
      const property = propertyOf(String(raw));
      const value = options.find((option) => option.key === `${place}.value`);
      return property && value ? [{ key: property, raw: value.raw, line: value.line }] : [];
    }
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(String(raw)) ?? [];
    const listed = propertyOf(name);
    if (listed && key.endsWith(']')) return [{ key: listed, raw: value, line }];
    const mapped = propertyOf(key.split('.').at(-1) ?? '');
    return mapped ? [{ key: mapped, raw, line }] : [];
  });
}
