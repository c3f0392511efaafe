/** The settings of other clients and of events, of the systems of an experiment, as groups of a menu. */

import { useTranslations } from 'use-intl';
import { eventFields } from '../model/scenario/event-fields.ts';
import { type Field, fieldNamed, fields } from '../model/scenario/fields.ts';
import type { Event, Scenario } from '../model/scenario/generated/scenario.ts';
import { presetById } from '../model/scenario/library.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { canVary } from '../model/sweep/first-axis.ts';
import type { SearchGroup } from '../ui/SearchMenu.tsx';
import { useSearchWords } from '../ui/search-words.ts';
import type { Words } from '../ui/texts.tsx';

type KeysOfAll<T> = T extends unknown ? keyof T : never;
/** A setting of events of any kind. */
export type EventField = Exclude<KeysOfAll<Event>, 'kind'>;

/** Names of what stands in lists. */
interface ListWords {
  readonly event: (event: Event, number: number) => string;
  readonly field: (own: string) => string;
}

/** @returns the groups for an experiment; `isShown` selects settings by their field with its whole path */
export function useListGroups(): (sweep: Sweep, isShown?: (field: Field) => boolean) => SearchGroup[] {
  const t = useTranslations('experiments');
  const event = useTranslations('events');
  const words = useSearchWords();
  const lists: ListWords = {
    event: ({ kind }, at) => t('inList.events', { name: event(`kinds.${kind}`), number: at + 1 }),
    field: (own) => event(`fields.${own as EventField}`),
  };
  return (sweep, isShown = () => true) => listGroups(sweep, words, lists, isShown);
}

/** The longest list of the systems. */
function longest<Name extends 'events' | 'neighbours'>(sweep: Sweep, name: Name) {
  const lists = sweep.series.map(({ scenario, preset = '' }) => {
    const whole = (scenario ?? presetById(preset)?.scenario ?? {}) as Pick<Scenario, Name>;
    return whole[name] ?? [];
  });
  return lists.reduce((one, other) => (other.length > one.length ? other : one), []);
}

/** What a neighbour has, each path once. */
const OWN: readonly string[] = [
  ...new Set(
    fields
      .filter((field) => canVary(field) && /^(client|workload)\./.test(field.path))
      .map(({ path }) => path),
  ),
];

function listGroups(
  sweep: Sweep,
  words: Words,
  lists: ListWords,
  isShown: (field: Field) => boolean,
): SearchGroup[] {
  const clients = longest(sweep, 'neighbours').map(({ name }, at) => ({
    title: name,
    options: [...OWN, 'rttUs'].flatMap((own) => {
      const field = fieldNamed(own === 'rttUs' ? 'network.rttUs' : own);
      const id = `neighbours.${at}.${own}`;
      return field && isShown({ ...field, path: id })
        ? [{ id, title: words.field(field), code: id, found: words.searchText(field) }]
        : [];
    }),
  }));
  const events = longest(sweep, 'events').map((event, at) => ({
    title: lists.event(event, at),
    options: eventFields(event.kind)
      .filter((field) => field.kind !== 'choice' && isShown({ ...field, path: `events.${at}.${field.path}` }))
      .map(({ path }) => {
        const id = `events.${at}.${path}`;
        return { id, title: lists.field(path), code: id, found: lists.field(path) };
      }),
  }));
  return [...clients, ...events];
}
