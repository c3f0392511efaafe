import { useTranslations } from 'use-intl';
import { setAt } from '../../model/scenario/apply-edits.ts';
import { fieldAt } from '../../model/scenario/fields.ts';
import type { Neighbour } from '../../model/scenario/generated/scenario.ts';
import { presetById } from '../../model/scenario/library.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import { presetIds } from '../../model/scenario/presets.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from './experiment-state.ts';
import { isPerInstance } from './per-instance.ts';
import { EntryNumber, EntrySetting, type RowProps, ScenarioList } from './ScenarioList.tsx';

/** Settings of a neighbour that stand in the list; a file has all of them. */
const PATHS = ['client.instances', 'workload.arrivals.callers', 'workload.arrivals.ratePerSec'];

/** The further clients of one side: their number, load and distance. A new one is the client of a preset. */
export function Neighbours({ side }: { readonly side: SideName }) {
  const t = useTranslations('events.neighbours');
  const { presets } = useWords();
  const titleOf = (id: string) => presets.titles[id] ?? id;
  const clientOf = (preset: string) => {
    const scenario = presetById(preset)?.scenario;
    const part = (name: string) => {
      const value = getAt(scenario, name) as Json | undefined;
      return value === undefined ? {} : { [name]: value };
    };
    return { name: titleOf(preset), ...part('client'), ...part('workload') };
  };
  return (
    <ScenarioList
      side={side}
      name="neighbours"
      none={t('none')}
      add={t('add')}
      options={presetIds.map((id) => ({ id, title: titleOf(id) }))}
      entryOf={clientOf}
      row={Row}
    />
  );
}

function Row({ side, entry, isRefused, onEdit, onRemove }: RowProps) {
  const t = useTranslations('events.neighbours');
  const tSetting = useTranslations('lab.knobs');
  const words = useWords();
  const neighbour = entry as unknown as Neighbour;
  const scenario = useStore(experiment, (all) => all[side]?.scenario);
  const alone = { ...scenario, client: neighbour.client, workload: neighbour.workload };
  const control = (path: string, own: string, value: Json | undefined) => {
    const field = fieldAt(alone, path);
    if (!field) return null;
    const label = words.field(field);
    const name = isPerInstance(path, neighbour) ? tSetting('perInstance', { label }) : label;
    return (
      <EntrySetting key={path} name={name}>
        <EntryNumber
          list="neighbours"
          side={side}
          field={field}
          label={t('of', { name, client: neighbour.name })}
          value={value}
          isRefused={isRefused(own)}
          onEdit={(to) => onEdit(setAt(entry, own, to))}
        />
      </EntrySetting>
    );
  };
  return (
    <>
      <strong>{neighbour.name}</strong>
      {PATHS.map((path) => control(path, path, getAt(neighbour, path) as Json | undefined))}
      {control('network.rttUs', 'rttUs', neighbour.rttUs ?? scenario?.network.rttUs)}
      <Button variant="small" aria-label={t('removeOne', { client: neighbour.name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </>
  );
}
