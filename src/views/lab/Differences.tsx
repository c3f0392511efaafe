import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { experiment } from '../../stores/experiment.ts';
import { useChips } from '../scenario/use-chips.ts';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

/** Differences that are named before the rest is counted. */
const SHOWN = 5;
/** What is asked of the system, and for how long: where these differ, results are not comparable as they stand. */
const isDemand = (path: string): boolean =>
  path.startsWith('workload.') || path.startsWith('run.') || path === 'seed';

/** What differs between the two systems, generated from the scenarios themselves. */
export function Differences() {
  const t = useTranslations('lab.diff');
  const { a, b } = useStore(experiment);
  const isComparing = useShownSides().length > 1;
  const chips = useChips(a?.scenario, b?.scenario);
  if (!a || !b || !isComparing) return null;
  const demands = chips.filter(({ path }) => isDemand(path));
  return (
    <div className={styles.differences}>
      <h2 className="visually-hidden">{t('label')}</h2>
      {chips.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.chips}>
        {chips.slice(0, SHOWN).map((chip) => (
          <li
            key={chip.path}
            className={styles.chip}
            title={t('fromTo', { label: chip.label, a: chip.from, b: chip.to })}
          >
            {chip.label} <SideBadge side="a" /> {chip.from} <SideBadge side="b" /> {chip.to}
          </li>
        ))}
        {chips.length > SHOWN && (
          <li
            className={styles.more}
            title={chips
              .slice(SHOWN)
              .map(({ label }) => label)
              .join(' · ')}
          >
            {t('more', { count: chips.length - SHOWN })}
          </li>
        )}
      </ul>
      {demands.length > 0 && chips.length > 1 && (
        <p className={styles.guard}>
          <code>CMP-01</code> {t('guard', { knobs: demands.map(({ label }) => label).join(' · ') })}
        </p>
      )}
    </div>
  );
}
