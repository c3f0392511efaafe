import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { experiment } from '../../stores/experiment.ts';
import { ui } from '../../stores/ui.ts';
import { useChips } from '../scenario/use-chips.ts';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useMedia } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

/** Differences that are named before the rest is counted. */
const SHOWN = 5;
/** An audience needs the room for the stage; what the guard names needs no chip, too. */
const SHOWN_GUARDED = 2;
/** Where they have one line, which is scrolled (`Headline.module.css`). */
const ONE_LINE = '(max-width: 699px)';
/** What is asked of the system, and for how long: where these differ, results are not comparable as they stand. */
const isDemand = (path: string): boolean =>
  path.startsWith('workload.') || path.startsWith('run.') || path === 'seed';

/** What differs between the two systems, generated from the scenarios themselves. */
export function Differences() {
  const t = useTranslations('lab.diff');
  const { a, b } = useStore(experiment);
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  const isOneLine = useMedia(ONE_LINE);
  const isComparing = useShownSides().length > 1;
  const chips = useChips(a?.scenario, b?.scenario);
  if (!a || !b || !isComparing) return null;
  const demands = chips.filter(({ path }) => isDemand(path));
  const isGuarded = demands.length > 0 && chips.length > 1;
  const named =
    isGuarded && isPresenting
      ? chips.filter((chip) => !demands.includes(chip)).slice(0, SHOWN_GUARDED)
      : chips.slice(0, SHOWN);
  const others = chips.filter((chip) => !named.includes(chip));
  return (
    <div className={styles.differences}>
      <h2 className="visually-hidden">{t('label')}</h2>
      {chips.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.chips} tabIndex={isOneLine ? 0 : undefined}>
        {named.map((chip) => (
          <li
            key={chip.path}
            className={styles.chip}
            title={t('fromTo', { label: chip.label, a: chip.from, b: chip.to })}
          >
            {chip.label} <SideBadge side="a" /> {chip.from} <SideBadge side="b" /> {chip.to}
          </li>
        ))}
        {others.length > 0 && (
          <li className={styles.more} title={others.map(({ label }) => label).join(' · ')}>
            {t('more', { count: others.length })}
          </li>
        )}
      </ul>
      {isGuarded && (
        <p className={styles.guard} data-caution="CMP-01">
          <code>CMP-01</code> {t('guard', { knobs: demands.map(({ label }) => label).join(' · ') })}
        </p>
      )}
    </div>
  );
}
