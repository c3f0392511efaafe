/** Which knobs come first, and how the others are grouped. */
import { type Field, fields } from '../../scenario/fields.ts';
import type { SideName } from '../../scenario/problem.ts';

/** A knob among the main ones. */
export interface MainKnob {
  /** Its path; the first of these that exists in a scenario. */
  readonly paths: readonly string[];
  /** End of its slider: what a lesson or a question of every day may need. The input takes the whole range. */
  readonly sliderMax?: number;
  /** Whether a beginner needs it. */
  readonly isFirst?: true;
}

export const MAIN_KNOBS: readonly MainKnob[] = [
  { paths: ['network.rttUs'], sliderMax: 1e6, isFirst: true },
  { paths: ['workload.arrivals.callers'], sliderMax: 2000, isFirst: true },
  { paths: ['workload.arrivals.ratePerSec'], sliderMax: 1e6 },
  { paths: ['client.connections.maxTotal'], sliderMax: 500, isFirst: true },
  { paths: ['client.connections.count'], sliderMax: 100, isFirst: true },
  { paths: ['client.io.loops'], sliderMax: 64 },
  { paths: ['workload.command.execUs.value', 'workload.command.execUs.mean'], sliderMax: 1e5 },
  { paths: ['workload.command.requestBytes'], sliderMax: 1e6 },
  { paths: ['workload.command.replyBytes'], sliderMax: 1e6 },
  { paths: ['client.cores'], sliderMax: 64 },
  { paths: ['costs.profile'] },
  { paths: ['seed'] },
];

/** A group of all settings. Client settings differ between the sides by nature, so each side has its own group. */
export interface FieldGroup {
  readonly id: string;
  /** Absent: set for both sides together while they agree. */
  readonly side: SideName | undefined;
  readonly paths: readonly string[];
}

/** Known to every page, or without a choice: nothing to set. */
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
