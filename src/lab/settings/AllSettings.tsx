import { type ComponentType, memo, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { matchesQuery } from '../../lib/matches-query.ts';
import { fieldAt } from '../../model/scenario/fields.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useSearchWords } from '../../ui/search-words.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './AllSettings.module.css';
import { experiment } from './experiment-state.ts';
import { FIELD_GROUPS, type FieldGroup } from './field-groups.ts';
import { Knob } from './Knob.tsx';
import { lazyPart } from './lazy.ts';

const Events = lazyPart('Events');
const Neighbours = lazyPart('Neighbours');

/**
 * Every field of the schema, in groups by layer; the form is the schema. Only the names of the groups are
 * rendered at first, so the list opens at once.
 */
export function AllSettings() {
  const t = useTranslations('lab.knobs');
  const shown = useShownSides();
  const [query, setQuery] = useState('');
  const groups = FIELD_GROUPS.filter(({ side }) => !side || shown.includes(side));
  return (
    <div className={styles.groups}>
      <input
        type="search"
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {query.trim() === '' ? (
        <>
          {groups.map((group) => (
            <Group key={group.id + group.side} group={group} />
          ))}
          {shown.map((side) => (
            <OtherClients key={side} side={side} />
          ))}
          {shown.map((side) => (
            <EventList key={side} side={side} />
          ))}
        </>
      ) : (
        <Found groups={groups} query={query} />
      )}
    </div>
  );
}

interface GroupNameProps {
  readonly group: FieldGroup;
}

function GroupName({ group: { id, side } }: GroupNameProps) {
  const name = useWords().group(id);
  return (
    <>
      {name} {side && <SideBadge side={side} />}
    </>
  );
}

/** The accessible name of a group: with its side. */
function useGroupLabel(): (group: FieldGroup) => string {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  return ({ id, side }) => {
    const group = words.group(id);
    return side ? t('sideGroup', { group, side: side.toUpperCase() }) : group;
  };
}

/** A group, which renders its settings while it is open. A refused value opens it. */
function Group({ group }: GroupNameProps) {
  const label = useGroupLabel();
  const isRefused = useStore(experiment, (state) =>
    sidesOf(group).some((side) =>
      Object.keys(state[side]?.drafts ?? {}).some((path) => group.paths.includes(path)),
    ),
  );
  const [isOpen, setIsOpen] = useState<boolean>();
  const opens = isOpen ?? isRefused;
  return (
    <details
      className={styles.group}
      aria-label={label(group)}
      open={opens}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.legend}>
        <span>
          <GroupName group={group} />
        </span>
        <Icon name="chevron" />
      </summary>
      {opens && <Knobs group={group} paths={group.paths} />}
    </details>
  );
}

interface SideProps {
  readonly side: SideName;
}

/** The neighbours of a side. */
function OtherClients({ side }: SideProps) {
  const t = useTranslations('lab.neighbours');
  return (
    <List
      title={t('title')}
      label={t('titleOf', { side: side.toUpperCase() })}
      side={side}
      view={Neighbours}
    />
  );
}

/** What happens during the run of a side. */
function EventList({ side }: SideProps) {
  const t = useTranslations('lab.events');
  return (
    <List title={t('title')} label={t('titleOf', { side: side.toUpperCase() })} side={side} view={Events} />
  );
}

interface ListProps extends SideProps {
  readonly title: string;
  readonly label: string;
  readonly view: ComponentType<SideProps>;
}

/** A list of a scenario, which has no place among its fields. */
function List({ title, label, side, view: View }: ListProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.group}
      aria-label={label}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.legend}>
        <span>
          {title} <SideBadge side={side} />
        </span>
        <Icon name="chevron" />
      </summary>
      {isOpen && (
        <Suspense>
          <View side={side} />
        </Suspense>
      )}
    </details>
  );
}

const sidesOf = ({ side }: FieldGroup): readonly SideName[] => (side ? [side] : ['a', 'b']);

/** Settings that are rendered at a time: more would delay the picture of a playing run. */
const STEP = 12;

interface KnobsProps extends GroupNameProps {
  readonly paths: readonly string[];
}

/** The settings of a group, some more with each task. */
function Knobs({ group, paths }: KnobsProps) {
  const parts = useMemo(
    () =>
      Array.from({ length: Math.ceil(paths.length / STEP) }, (_, i) => paths.slice(i * STEP, (i + 1) * STEP)),
    [paths],
  );
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= parts.length) return;
    const next = setTimeout(() => setCount(count + 1));
    return () => clearTimeout(next);
  }, [count, parts.length]);
  return (
    <div className={styles.knobs}>
      {parts.slice(0, count).map((part) => (
        <Part key={part[0]} paths={part} side={group.side} />
      ))}
    </div>
  );
}

/** Settings that are rendered once: not again with the next part. */
const Part = memo(({ paths, side }: Pick<FieldGroup, 'paths' | 'side'>) =>
  paths.map((path) => <Knob key={path} paths={[path]} side={side} />),
);

interface FoundProps {
  readonly groups: readonly FieldGroup[];
  readonly query: string;
}

/** The settings that a search finds, in their groups. */
function Found({ groups, query }: FoundProps) {
  const t = useTranslations('lab.knobs');
  const words = useSearchWords();
  const label = useGroupLabel();
  const sides = useStore(experiment);
  const found = groups.flatMap((group) => {
    const paths = group.paths.filter((path) =>
      sidesOf(group).some((side) => {
        const field = fieldAt(sides[side]?.scenario, path);
        return (
          field !== undefined && matchesQuery([words.searchText(field), words.group(group.id)], query.trim())
        );
      }),
    );
    return paths.length > 0 ? [{ group, paths }] : [];
  });
  if (found.length === 0) return <p role="status">{t('noneFound')}</p>;
  return found.map(({ group, paths }) => (
    <fieldset key={group.id + group.side} className={styles.group} aria-label={label(group)}>
      <legend className={styles.legend}>
        <GroupName group={group} />
      </legend>
      <Knobs key={paths.join()} group={group} paths={paths} />
    </fieldset>
  ));
}
