import type { ComponentType, ReactNode } from 'react';
import type { Field } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Select } from '../../ui/Select.tsx';
import { useStore } from '../../ui/use-store.ts';
import { dropDraft, edit } from './edit.ts';
import { experiment, type SideState } from './experiment-state.ts';
import { NumberControl } from './NumberControl.tsx';
import styles from './ScenarioList.module.css';

/** As in the engine, which refuses more. */
const MOST = 63;

/** A list of a scenario that has no place among its fields. */
export type ListName = 'events' | 'neighbours';

/** One entry of a list. */
export interface RowProps {
  readonly side: SideName;
  readonly entry: Json;
  /** Whether a setting of it was refused. */
  readonly isRefused: (own: string) => boolean;
  readonly onEdit: (next: Json) => void;
  readonly onRemove: () => void;
}

interface ScenarioListProps {
  readonly side: SideName;
  readonly name: ListName;
  /** Text of the empty list. */
  readonly none: string;
  /** Text of the control that adds an entry. */
  readonly add: string;
  /** What can be added. */
  readonly options: readonly { readonly id: string; readonly title: string }[];
  /** The entry that an option adds. */
  readonly entryOf: (id: string) => Json;
  readonly row: ComponentType<RowProps>;
}

/** The entries of one side's list, each with its settings; entries are added and removed. */
export function ScenarioList({ side, name, none, add, options, entryOf, row: Row }: ScenarioListProps) {
  const state = useStore(experiment, (all) => all[side]);
  if (!state) return null;
  const entries = shownIn(state, name);
  const problems = state.problems.filter(({ path }) => path.startsWith(name));
  const set = (next: readonly Json[]) => edit([side], { [name]: next.length > 0 ? next : null });
  return (
    <div className={styles.entries}>
      {entries.length === 0 && <p className={styles.none}>{none}</p>}
      <ol className={styles.list}>
        {entries.map((entry, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries can be equal; rows have no state of their own
            key={at}
            className={styles.row}
          >
            <Row
              side={side}
              entry={entry}
              isRefused={(own) => problems.some(({ path }) => path === `${name}.${at}.${own}`)}
              onEdit={(next) => set(entries.with(at, next))}
              onRemove={() => set(entries.filter((_, other) => other !== at))}
            />
          </li>
        ))}
      </ol>
      {problems.length > 0 && <ProblemList problems={problems} />}
      {entries.length < MOST && (
        <Select
          label={add}
          value=""
          placeholder={add}
          options={options}
          onChoose={(id) => set([...entries, entryOf(id)])}
        />
      )}
    </div>
  );
}

/** The list being edited: with what was refused, else as simulated. */
function shownIn({ drafts, scenario }: SideState, name: ListName): readonly Json[] {
  const { [name]: entries = scenario[name] } = drafts;
  return Array.isArray(entries) ? (entries as unknown as readonly Json[]) : [];
}

/** A setting of an entry: its name and its control. */
export function EntrySetting({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <span aria-hidden="true">{name}</span>
      {children}
    </div>
  );
}

interface EntryNumberProps {
  readonly list: ListName;
  readonly side: SideName;
  readonly field: Field;
  /** Accessible name: of the setting and its entry. */
  readonly label: string;
  readonly value: Json | undefined;
  readonly isRefused: boolean;
  readonly onEdit: (to: Json) => void;
}

/** The control of a number of an entry. */
export function EntryNumber({ list, side, field, label, value, isRefused, onEdit }: EntryNumberProps) {
  return (
    <NumberControl
      field={field}
      label={label}
      shown={value}
      value={value}
      isRefused={isRefused}
      describedBy={undefined}
      side={side}
      sliderMax={undefined}
      onEdit={onEdit}
      onCancel={() => dropDraft(side, list)}
    />
  );
}
