import { useEffect, useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { carryOut } from '../keyboard/keys.ts';
import { select } from '../marks/focus.ts';
import { focus, type Span } from '../marks/focus-state.ts';
import { run, type SideRun } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Selection.module.css';
import { followSelected, playSelected } from './selected.ts';
import { zoomInto } from './time-view.ts';

/** Notes during a selection that the content below is of the whole run. */
export function WholeRun() {
  const isSelected = useStore(focus, ({ selected }) => selected !== undefined);
  const t = useTranslations('selection');
  if (!isSelected) return null;
  return (
    <p>
      <b className={styles.part}>{t('whole')}</b>
    </p>
  );
}

const NS_PER_US = 1000;

const clear = () => select(undefined);

/** The selection on any time axis: its metrics in one line, and its actions. Esc clears it. */
export function SelectionBar() {
  useEffect(followSelected, []);
  useLayoutEffect(() => carryOut('letGo', clear), []);
  const t = useTranslations('selection');
  const { duration, ends } = useWords();
  const sides = useShownSides();
  const selected = useStore(focus, (state) => state.selected);
  if (!selected) return null;
  const { span } = selected;
  const [from, to] = span;
  return (
    <aside className={styles.bar} aria-label={t('title')}>
      <p className={styles.text} role="status">
        <b>{t('span', { ...ends(span), length: duration(to - from) })}</b>
        {sides.map((side) => (
          <Side key={side} side={side} shown={selected[side]} />
        ))}
        <Changes span={span} />
      </p>
      <span className={styles.buttons}>
        <Button variant="small" onClick={() => playSelected()}>
          {t('play')}
        </Button>
        <Button variant="small" onClick={() => zoomInto(span)}>
          {t('zoom')}
        </Button>
        <Button variant="small" title={`${t('clear')} (Esc)`} onClick={clear}>
          {t('clear')}
        </Button>
      </span>
    </aside>
  );
}

/** Notes that the system changes within the selection, so that its metrics mix both. */
function Changes({ span: [from, to] }: { readonly span: Span }) {
  const t = useTranslations('selection');
  const { duration } = useWords();
  const sides = useShownSides();
  const played = useStore(run, (state) => state.played);
  return sides.map((side) => {
    const within = (played?.[side].changes ?? []).filter(({ atNs }) => from < atNs && atNs < to);
    if (within.length === 0) return null;
    const times = within.map(({ atNs }) => duration(atNs)).join(' · ');
    return (
      <span key={side} className={styles.side}>
        <SideBadge side={side} /> {t('changes', { times })}
      </span>
    );
  });
}

function Side({ side, shown }: { readonly side: SideName; readonly shown: SideRun }) {
  const { summary, isStale } = shown;
  return (
    <span className={styles.side} data-stale={isStale}>
      <SideBadge side={side} /> <Figures summary={summary} isStale={isStale} />
    </span>
  );
}

function Figures({ summary, isStale }: Pick<SideRun, 'summary' | 'isStale'>) {
  const t = useTranslations('selection');
  const phase = useTranslations('phases.names');
  const { duration, number, percent } = useWords();
  if (!summary) return t(isStale ? 'counting' : 'none');
  const { requests, throughput, responseTime, phases } = summary;
  const [most] = phases.toSorted((left, right) => (right.time.meanUs ?? 0) - (left.time.meanUs ?? 0));
  if (requests.completed === 0 || !most) return t('empty');
  const time = (us: number | null) => duration((us ?? 0) * NS_PER_US);
  return t('side', {
    count: requests.completed,
    rate: number(throughput.perSec),
    p50: time(responseTime.p50Us),
    p99: time(responseTime.p99Us),
    phase: phase(most.phase),
    share: percent((most.time.meanUs ?? 0) / (responseTime.meanUs ?? 1)),
  });
}
