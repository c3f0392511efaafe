import { useTranslations } from 'use-intl';
import { setAt } from '../../model/scenario/apply-edits.ts';
import { EVENT_KINDS, eventFields } from '../../model/scenario/event-fields.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Event } from '../../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { EntryNumber, EntrySetting, type RowProps, ScenarioList } from './ScenarioList.tsx';

/** What the engine does not fill in: the setting that an event changes, and to what. */
const REQUIRED: Readonly<Partial<Record<Event['kind'], { readonly [name: string]: Json }>>> = {
  limitChanged: { path: 'network.rttUs', value: 2000 },
};

/** What happens during the run of one side, in the order of the list. */
export function Events({ side }: { readonly side: SideName }) {
  const t = useTranslations('events');
  return (
    <ScenarioList
      side={side}
      name="events"
      none={t('none')}
      add={t('add')}
      options={EVENT_KINDS.map((id) => ({ id, title: t(`kinds.${id}`) }))}
      entryOf={(kind) => ({ kind, ...REQUIRED[kind as Event['kind']] })}
      row={Row}
    />
  );
}

function Row({ side, entry, isRefused, onEdit, onRemove }: RowProps) {
  const t = useTranslations('events');
  const event = entry as unknown as Event;
  const title = t(`kinds.${event.kind}`);
  return (
    <>
      <strong>{title}</strong>
      {eventFields(event.kind).map((field) => (
        <Value
          key={field.path}
          side={side}
          event={event}
          field={field}
          isRefused={isRefused(field.path)}
          onEdit={(to) => onEdit(setAt(entry, field.path, to))}
        />
      ))}
      <Button variant="small" aria-label={t('removeOne', { event: title })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </>
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
  const t = useTranslations('events');
  const words = useWords();
  const name = t(`fields.${field.path as EventField}`);
  const label = t('of', { name, event: t(`kinds.${event.kind}`) });
  const value = getAt(event, field.path) as Json | undefined;
  return (
    <EntrySetting name={name}>
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
        <EntryNumber
          list="events"
          side={side}
          field={field}
          label={label}
          value={value ?? field.default}
          isRefused={isRefused}
          onEdit={onEdit}
        />
      )}
    </EntrySetting>
  );
}

type KeysOfAll<T> = T extends unknown ? keyof T : never;
type EventField = Exclude<KeysOfAll<Event>, 'kind'>;
