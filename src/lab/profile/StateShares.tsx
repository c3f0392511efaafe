import { useTranslations } from 'use-intl';
import { threadStates } from '../../model/engine/generated/abi.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { legendKey } from '../../stage/state-words.ts';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { SelectedPart } from '../results/SelectedPart.tsx';
import { run } from '../run/run-state.ts';
import { SaveChart } from '../shared/SaveButton.tsx';
import { useFigures } from '../shared/use-figures.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Profile.module.css';
import { type UsedGroup, usedOf } from './used-loops.ts';

/** Time in each state by class of threads, over the measured window or the selection. */
export function StateShares() {
  const t = useTranslations('profile.shares');
  const thread = useTranslations('profile.timeline.classes');
  const state = useTranslations();
  const player = useStore(run, (now) => now.player);
  const words = useWords();
  const shown = useShownSides();
  const figures = useFigures();
  const sorting = useSorting<(typeof threadStates)[number] | 'threads'>();
  const layouts = new Map(player?.tracks.map(({ id, layout }) => [id, layout]));
  const rows = shown.flatMap(
    (side) =>
      figures[side].summary?.threads.map((group) => ({ side, ...usedOf(group, layouts.get(side)) })) ?? [],
  );
  const name = ({ class: name, count, of }: UsedGroup) =>
    of === undefined ? thread(name, { count }) : t('usedLoops', { count, of });
  const head = ({ side, ...group }: UsedGroup & { readonly side: SideName }) =>
    `${side.toUpperCase()} · ${name(group)}`;
  const sorted = sorting.rows(rows, (row, column) => (column === 'threads' ? head(row) : row.shares[column]));
  if (rows.length === 0) return null;
  const runs = shown.flatMap((side) => layouts.get(side) ?? []);
  const used = threadStates.filter((name) => rows.some(({ shares }) => shares[name] > 0));
  const table = () => ({
    caption: t('title'),
    columns: [
      { title: t('threads'), unit: 'text' as const },
      ...used.map((name) => ({ title: state(legendKey(name, runs)), unit: 'share' as const })),
    ],
    rows: rows.map(({ side, ...group }) => [
      head({ side, ...group }),
      ...used.map((key) => group.shares[key]),
    ]),
  });
  return (
    // It scrolls by itself, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.shares} tabIndex={0} aria-label={t('title')}>
      <SelectedPart />
      <table className={styles.table}>
        <caption>{t('title')}</caption>
        <thead>
          <tr>
            <SortHeader column="threads" sorting={sorting}>
              {t('threads')}
            </SortHeader>
            {used.map((name) => (
              <SortHeader key={name} column={name} sorting={sorting}>
                {state(legendKey(name, runs))}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ side, ...group }) => (
            <tr key={`${side}${group.class}`}>
              <th scope="row">{head({ side, ...group })}</th>
              {used.map((key) => (
                <td key={key}>{group.shares[key] > 0 ? words.percent(group.shares[key]) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <SaveChart
        chart={{ id: 'states', title: t('title'), description: t('title'), table, isOfFigures: true }}
      />
    </section>
  );
}
