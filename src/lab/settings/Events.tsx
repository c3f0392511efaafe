import { useTranslations } from 'use-intl';
import { setAt } from '../../model/scenario/apply-edits.ts';
import { EVENT_KINDS, eventFields } from '../../model/scenario/event-fields.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Event } from '../../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
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

/** What the engine does not fill in: the setting that an event changes, and to what. */
const REQUIRED: Readonly<Partial<Record<Event['kind'], { readonly [name: string]: Json }>>> = {
  limitChanged: { path: 'network.rttUs', value: 2000 },
};

/** What happens during the run of one side, in the order of the list. */
export function Events({ side }: { readonly side: SideName }) {
  const t = useTranslations('lab.events');
  const state = useStore(experiment, (all) => all[side]);
  if (!state) return null;
  const events = shownIn(state);
  const problems = state.problems.filter(({ path }) => path.startsWith('events'));
  const set = (next: readonly Json[]) => edit([side], { events: next.length > 0 ? next : null });
  return (
    <div className={styles.neighbours}>
      {events.length === 0 && <p className={styles.none}>{t('none')}</p>}
      <ol className={styles.list}>
        {events.map((event, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: events can be equal; rows have no state of their own
            key={at}
            side={side}
            event={event as unknown as Event}
            isRefused={(own) => problems.some(({ path }) => path === `events.${at}.${own}`)}
            onEdit={(next) => set(events.with(at, next))}
            onRemove={() => set(events.filter((_, other) => other !== at))}
          />
        ))}
      </ol>
      {problems.length > 0 && <ProblemList problems={problems} />}
      {events.length < MOST && (
        <Select
          label={t('add')}
          value=""
          placeholder={t('add')}
          options={EVENT_KINDS.map((id) => ({ id, title: t(`kinds.${id}`) }))}
          onChoose={(kind) => set([...events, { kind, ...REQUIRED[kind] }])}
        />
      )}
    </div>
  );
}

/** The list being edited: with what was refused, else as simulated. */
function shownIn({ drafts, scenario }: SideState): readonly Json[] {
  const { events = scenario.events } = drafts;
  return Array.isArray(events) ? (events as unknown as readonly Json[]) : [];
}

interface RowProps {
  readonly side: SideName;
  readonly event: Event;
  /** Whether a setting of it was refused. */
  readonly isRefused: (own: string) => boolean;
  readonly onEdit: (next: Json) => void;
  readonly onRemove: () => void;
}

function Row({ side, event, isRefused, onEdit, onRemove }: RowProps) {
  const t = useTranslations('lab.events');
  const title = t(`kinds.${event.kind}`);
  return (
    <li className={styles.row}>
      <strong>{title}</strong>
      {eventFields(event.kind).map((field) => (
        <Value
          key={field.path}
          side={side}
          event={event}
          field={field}
          isRefused={isRefused(field.path)}
          onEdit={(to) => onEdit(setAt(event as unknown as Json, field.path, to))}
        />
      ))}
      <Button variant="small" aria-label={t('removeOne', { event: title })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}

interface ValueProps {
  readonly side: SideName;
  readonly event: Event;
  readonly field: Field;
  readonly isRefused: boolean;
  readonly onEdit: (to: Json) => void;
}

/** One setting of an event, by its type. */
function Value({ side, event, field, isRefused, onEdit }: ValueProps) {
  const t = useTranslations('lab.events');
  const words = useWords();
  const name = t(`fields.${field.path as EventField}`);
  const label = t('of', { name, event: t(`kinds.${event.kind}`) });
  const value = getAt(event, field.path) as Json | undefined;
  return (
    <div className={styles.number}>
      <span aria-hidden="true">{name}</span>
      {field.kind === 'boolean' && (
        <Checkbox look="switch" label={label} isOn={value === true} onChange={onEdit} />
      )}
      {field.kind === 'choice' && (
        <Select
          label={label}
          value={String(value)}
          options={field.choices.map((id) => ({ id, title: words.labelOf(id) ?? id }))}
          onChoose={onEdit}
        />
      )}
      {(field.kind === 'number' || field.kind === 'integer') && (
        <NumberControl
          field={field}
          label={label}
          shown={value ?? field.default}
          value={value ?? field.default}
          isRefused={isRefused}
          describedBy={undefined}
          side={side}
          sliderMax={undefined}
          onEdit={onEdit}
          onCancel={() => dropDraft(side, 'events')}
        />
      )}
    </div>
  );
}

type KeysOfAll<T> = T extends unknown ? keyof T : never;
type EventField = Exclude<KeysOfAll<Event>, 'kind'>;
