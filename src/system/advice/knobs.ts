/** Settings that advice may change: proposals for a scenario, and bounds for any other setting. */
import { type Field, fieldAt } from '../../model/scenario/fields.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { getAt } from '../../model/scenario/patch.ts';
import type { Knob } from './vary.ts';

/** Largest number of pooled, and of shared connections that advice proposes to consider. */
const MOST = { pooled: 200, shared: 16 } as const;
/** Other numbers may change by this factor up and down. */
const FACTOR = 10;

/** What is proposed: the number of connections, and tests of connections. */
export function proposedKnobs(scenario: Scenario): readonly Knob[] {
  const { connections } = scenario.client;
  if (connections.kind === 'pooled')
    return ['client.connections.maxTotal', 'client.connections.testOnBorrow'].flatMap(
      (path) => knobFor(scenario, path) ?? [],
    );
  return connections.kind === 'shared'
    ? [knobFor(scenario, 'client.connections.count')].flatMap((knob) => knob ?? [])
    : [];
}

/** Whether advice can change a setting: not the load, and not what the setting itself brings or removes. */
export const canChange = (scenario: Scenario, { path, kind }: Field): boolean =>
  /^(client|server|network|workload\.batch)\./.test(path) &&
  !path.endsWith('.kind') &&
  kind !== 'string' &&
  fieldAt(scenario, path) !== undefined;

/** A setting with bounds around its present value; undefined if the scenario has none, or it has one value only. */
export function knobFor(scenario: Scenario, path: string): Knob | undefined {
  const field = fieldAt(scenario, path);
  if (!field) return undefined;
  if (field.kind === 'boolean') return { path, values: [true, false] };
  if (field.kind === 'choice') return { path, values: [...field.choices] };
  if (field.kind === 'string') return undefined;
  const value = Number(getAt(scenario, path) ?? field.default ?? 1);
  const [least, most] = boundsOf(path, value);
  const isWhole = field.kind === 'integer';
  const inRange = (bound: number) =>
    Math.min(
      field.max ?? Number.POSITIVE_INFINITY,
      Math.max(field.min ?? 0, isWhole ? Math.round(bound) : bound),
    );
  const [min, max] = [inRange(least), inRange(most)];
  return min < max ? { path, min, max, isWhole } : undefined;
}

function boundsOf(path: string, value: number): [number, number] {
  if (path === 'client.connections.maxTotal') return [1, Math.max(MOST.pooled, value)];
  if (path === 'client.connections.count') return [1, Math.max(MOST.shared, value)];
  return value > 0 ? [value / FACTOR, value * FACTOR] : [0, FACTOR];
}
