/** Whether a setting's value is that of one instance of a client, where there are several. */
import { useTranslations } from 'use-intl';
import type { Field } from '../../model/scenario/fields.ts';
import type { Client, Event } from '../../model/scenario/generated/scenario.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from './experiment-state.ts';

/** Settings that count in each instance anew. */
const PATHS = [
  'workload.arrivals.callers',
  'workload.arrivals.ratePerSec',
  'client.connections.maxTotal',
  'client.connections.count',
];

/** What says how many instances there are. */
interface Instances {
  readonly client: Pick<Client, 'instances'>;
  readonly events?: readonly Event[];
}

const hasSeveral = ({ client, events = [] }: Instances): boolean =>
  client.instances > 1 || events.some((event) => event.kind === 'instancesChanged' && event.instances > 1);

/** Whether the setting at a path is that of one of several instances of this system. */
export const isPerInstance = (path: string, system: Instances): boolean =>
  PATHS.includes(path) && hasSeveral(system);

/** The names of settings of A and B. They say "per instance" where one of them has several. */
export function useSettingName(): (field: Field) => string {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const areSeveral = useStore(experiment, ({ a, b }) =>
    [a, b].some((side) => side !== undefined && hasSeveral(side.scenario)),
  );
  return (field) => {
    const label = words.field(field);
    return areSeveral && PATHS.includes(field.path) ? t('perInstance', { label }) : label;
  };
}
