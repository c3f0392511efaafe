import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { experiment } from '../../stores/experiment.ts';
import { useChips } from '../scenario/use-chips.ts';
import { Button } from '../shared/Button.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useIsPresented, useMedia } from '../shared/use-media.ts';
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

/** What the clients do otherwise is what one has come to see. */
const isClient = ({ path }: { readonly path: string }): boolean => path.startsWith('client.');

/** What differs between the two systems, generated from the scenarios themselves. */
export function Differences() {
  const t = useTranslations('lab.diff');
  const { a, b } = useStore(experiment);
  const isPresenting = useIsPresented();
  const isOneLine = useMedia(ONE_LINE);
  const isComparing = useShownSides().length > 1;
  const [showsAll, setShowsAll] = useState(false);
  const all = useChips(a?.scenario, b?.scenario);
  if (!a || !b || !isComparing) return null;
  const chips = [...all.filter(isClient), ...all.filter((chip) => !isClient(chip))];
  const demands = chips.filter(({ path }) => isDemand(path));
  const isGuarded = demands.length > 0 && chips.length > 1;
  const named =
    isGuarded && isPresenting
      ? chips.filter((chip) => !demands.includes(chip)).slice(0, SHOWN_GUARDED)
      : chips.slice(0, SHOWN);
  const others = chips.length - named.length;
  return (
    <div className={styles.differences}>
      <h2 className="visually-hidden">{t('label')}</h2>
      {chips.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.chips} tabIndex={isOneLine ? 0 : undefined}>
        {(showsAll ? chips : named).map((chip) => (
          <li
            key={chip.path}
            className={styles.chip}
            title={t('fromTo', { label: chip.label, a: chip.from, b: chip.to })}
          >
            {chip.label} <SideBadge side="a" /> {chip.from} <SideBadge side="b" /> {chip.to}
          </li>
        ))}
        {others > 0 && (
          <li>
            <Button
              look="small"
              className={styles.more ?? ''}
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {t(showsAll ? 'fewer' : 'more', { count: others })}
            </Button>
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
