import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess } from '../../ui/Guarded.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { figureText, rateRow, ratioOf } from '../results/rows.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './ComparisonSummary.module.css';
import { Headline } from './Headline.tsx';

/** The comparison in one line, for a phone's stage: what each side gets done; pressed, also what differs and the other figures. */
export function ComparisonSummary() {
  const t = useTranslations('results');
  const label = useTranslations('lab.diff')('label');
  const words = useWords();
  const sides = useShownSides();
  const { a, b } = useStore(run);
  if (useAccess('headline') === 'hidden') return null;
  const shown = sides.map((side) => ({ side, ...{ a, b }[side] }));
  const row = rateRow(shown);
  const [from, to] = shown.map(({ summary }) => summary && row.read(summary).value);
  return (
    <details className={styles.glance} data-stale={shown.some(({ isStale }) => isStale)}>
      <summary>
        <span className={styles.label}>{t(`rows.${row.id}`)}</span>{' '}
        {shown.map(({ side, summary }, i) => (
          <Fragment key={side}>
            {i > 0 && <span aria-hidden="true">→ </span>}
            <SideBadge side={side} />{' '}
            <b>{summary ? figureText('rate', row.read(summary).value, words, '–') : '…'}</b>{' '}
          </Fragment>
        ))}
        {from && to && from !== to ? <b className={styles.ratio}>{ratioOf(from, to, words)}</b> : null}
        {sides.length > 1 && <span className="visually-hidden"> {label}</span>}
      </summary>
      <Headline />
    </details>
  );
}
