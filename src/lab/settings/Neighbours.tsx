import { useTranslations } from 'use-intl';
import { setAt } from '../../model/scenario/apply-edits.ts';
import { fieldAt } from '../../model/scenario/fields.ts';
import type { Neighbour } from '../../model/scenario/generated/scenario.ts';
import { presetById } from '../../model/scenario/library.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import { presetIds } from '../../model/scenario/presets.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { dropDraft, edit } from './edit.ts';
import { experiment, type SideState } from './experiment-state.ts';
import styles from './Neighbours.module.css';
import { NumberControl } from './NumberControl.tsx';

/** As in the engine, which refuses more. */
const MOST = 63;

/** Settings of a neighbour that stand in the list; a file has all of them. */
const PATHS = ['client.instances', 'workload.arrivals.callers', 'workload.arrivals.ratePerSec'];

/** The further clients of one side: their number, load and distance. A new one is the client of a preset. */
export function Neighbours({ side }: { readonly side: SideName }) {
  const t = useTranslations('lab.neighbours');
  const { presets } = useWords();
  const titleOf = (id: string) => presets.titles[id] ?? id;
  const state = useStore(experiment, (all) => all[side]);
  if (!state) return null;
  const neighbours = shownIn(state);
  const problems = state.problems.filter(({ path }) => path.startsWith('neighbours'));
  const set = (next: readonly Json[]) => edit([side], { neighbours: next.length > 0 ? next : null });
  const add = (preset: string) => {
    const scenario = presetById(preset)?.scenario;
    const part = (name: string) => {
      const value = getAt(scenario, name) as Json | undefined;
      return value === undefined ? {} : { [name]: value };
    };
    set([...neighbours, { name: titleOf(preset), ...part('client'), ...part('workload') }]);
  };
  return (
    <div className={styles.neighbours}>
      {neighbours.length === 0 && <p className={styles.none}>{t('none')}</p>}
      <ol className={styles.list}>
        {neighbours.map((neighbour, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat; rows have no state of their own
            key={at}
            side={side}
            neighbour={neighbour as unknown as Neighbour}
            isRefused={(own) => problems.some(({ path }) => path === `neighbours.${at}.${own}`)}
            onEdit={(next) => set(neighbours.with(at, next))}
            onRemove={() => set(neighbours.filter((_, other) => other !== at))}
          />
        ))}
      </ol>
      {problems.length > 0 && <ProblemList problems={problems} />}
      {neighbours.length < MOST && (
        <Select
          label={t('add')}
          value=""
          placeholder={t('add')}
          options={presetIds.map((id) => ({ id, title: titleOf(id) }))}
          onChoose={add}
        />
      )}
    </div>
  );
}

/** The list being edited: with what was refused, else as simulated. */
function shownIn({ drafts, scenario }: SideState): readonly Json[] {
  const { neighbours = scenario.neighbours } = drafts;
  return Array.isArray(neighbours) ? (neighbours as unknown as readonly Json[]) : [];
}

interface RowProps {
  readonly side: SideName;
  readonly neighbour: Neighbour;
  /** Whether a setting of it was refused. */
  readonly isRefused: (own: string) => boolean;
  readonly onEdit: (next: Json) => void;
  readonly onRemove: () => void;
}

function Row({ side, neighbour, isRefused, onEdit, onRemove }: RowProps) {
  const t = useTranslations('lab.neighbours');
  const words = useWords();
  const scenario = useStore(experiment, (all) => all[side]?.scenario);
  const alone = { ...scenario, client: neighbour.client, workload: neighbour.workload };
  const control = (path: string, own: string, value: Json | undefined) => {
    const field = fieldAt(alone, path);
    if (!field) return null;
    const name = words.field(field);
    return (
      <div key={path} className={styles.number}>
        <span aria-hidden="true">{name}</span>
        <NumberControl
          field={field}
          label={t('of', { name, client: neighbour.name })}
          shown={value}
          value={value}
          isRefused={isRefused(own)}
          describedBy={undefined}
          side={side}
          sliderMax={undefined}
          onEdit={(to) => onEdit(setAt(neighbour as unknown as Json, own, to))}
          onCancel={() => dropDraft(side, 'neighbours')}
        />
      </div>
    );
  };
  return (
    <li className={styles.row}>
      <strong>{neighbour.name}</strong>
      {PATHS.map((path) => control(path, path, getAt(neighbour, path) as Json | undefined))}
      {control('network.rttUs', 'rttUs', neighbour.rttUs ?? scenario?.network.rttUs)}
      <Button variant="small" aria-label={t('removeOne', { client: neighbour.name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}
