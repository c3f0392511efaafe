/** The groups of all settings, by layer on the way of a request. */
import { type Field, fields } from '../../model/scenario/fields.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { SIDES } from './experiment-state.ts';

/** A group of all settings. Client settings differ between the sides by nature, so each side has a group. */
export interface FieldGroup {
  readonly id: string;
  /** Absent: set for both sides together while they agree. */
  readonly side: SideName | undefined;
  readonly paths: readonly string[];
}

/** A field without a choice has nothing to set. */
const isSettable = (field: Field): boolean =>
  field.path !== 'version' && !(field.kind === 'choice' && field.choices.length < 2);

const pathsBelow = (...prefixes: string[]): string[] => [
  ...new Set(
    fields
      .filter((field) => isSettable(field) && prefixes.some((prefix) => field.path.startsWith(prefix)))
      .map(({ path }) => path),
  ),
];

const ofPool = pathsBelow('client.connections.');
const ofLoop = pathsBelow('client.io.');
const ofClient = pathsBelow('client.').filter((path) => !ofPool.includes(path) && !ofLoop.includes(path));

export const FIELD_GROUPS: readonly FieldGroup[] = [
  { id: 'workload', side: undefined, paths: pathsBelow('workload.') },
  ...SIDES.map((side) => ({ id: 'client', side, paths: ofClient })),
  ...SIDES.map((side) => ({ id: 'pool', side, paths: ofPool })),
  ...SIDES.map((side) => ({ id: 'loop', side, paths: ofLoop })),
  { id: 'network', side: undefined, paths: pathsBelow('network.') },
  { id: 'server', side: undefined, paths: pathsBelow('server.') },
  { id: 'costs', side: undefined, paths: pathsBelow('costs.') },
  { id: 'run', side: undefined, paths: pathsBelow('run.', 'seed') },
];
