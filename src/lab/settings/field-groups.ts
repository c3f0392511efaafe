/** The groups of all settings. Loaded when they are first shown. */
import { type Field, fields } from '../../model/scenario/fields.ts';
import type { SideName } from '../../model/scenario/problem.ts';

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

export const FIELD_GROUPS: readonly FieldGroup[] = [
  { id: 'network', side: undefined, paths: pathsBelow('network.') },
  { id: 'workload', side: undefined, paths: pathsBelow('workload.') },
  { id: 'client', side: 'a', paths: pathsBelow('client.') },
  { id: 'client', side: 'b', paths: pathsBelow('client.') },
  { id: 'server', side: undefined, paths: pathsBelow('server.') },
  { id: 'costs', side: undefined, paths: pathsBelow('costs.') },
  { id: 'run', side: undefined, paths: pathsBelow('run.', 'seed') },
];
