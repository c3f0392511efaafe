import { Tabs } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess } from '../../ui/Guarded.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { TabTrigger } from '../../ui/TabTrigger.tsx';
import { useWords } from '../../ui/texts.tsx';
import { type LabTab, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { figureText, rateRow, ratioOf } from '../results/rows.ts';
import { run } from '../run/run-state.ts';
import { KnobPanel } from '../settings/KnobPanel.tsx';
import { useIsBeginner, useMedia } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Headline } from './Headline.tsx';
import lab from './Lab.module.css';
import styles from './NarrowLab.module.css';
import { Panels } from './Panels.tsx';
import { Problems, TransportBar } from './parts.tsx';
import { StagePane } from './StagePane.tsx';
import { useLeftPanels } from './use-left-panels.ts';

/**
 * The comparison in one line for a phone: each side's throughput; pressed, also the differences and other
 * metrics.
 */
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

/** A tablet in portrait: the whole comparison fits above both sides. */
const TABLET = '(min-width: 740px) and (min-height: 700px)';

/** On a narrow screen the parts are tabs; the transport stays. */
export function NarrowLab() {
  const t = useTranslations('lab.tabs');
  const isBeginner = useIsBeginner();
  const isTablet = useMedia(TABLET);
  const tab = useStore(ui, (state) => state.tab);
  const requestedPanel = useStore(ui, (state) => state.panel);
  const left = useLeftPanels();
  const hasPanels = left.length > 0;
  // The other panels need its room.
  const isAtFigures = !hasPanels || (left.includes(requestedPanel) ? requestedPanel : left[0]) === 'figures';
  const parts: Record<LabTab, ReactNode> = {
    stage: (
      <>
        {isTablet ? <Headline /> : <ComparisonSummary />}
        <StagePane canSave />
      </>
    ),
    knobs: <KnobPanel />,
    results: (
      <>
        {/* The panels' own titles are below it, in any link. */}
        <h2 className="visually-hidden">{t('results')}</h2>
        {isAtFigures && <Headline />}
        <Panels isBeginner={isBeginner} />
      </>
    ),
  };
  const hasHeadline = useAccess('headline') !== 'hidden';
  const isThere: Record<LabTab, boolean> = {
    stage: useAccess('stage') !== 'hidden',
    knobs: true,
    results: hasHeadline || hasPanels,
  };
  const tabs = (Object.keys(parts) as LabTab[]).filter((id) => isThere[id]);
  return (
    <Tabs.Root
      className={lab.narrow}
      data-layout={isBeginner ? 'beginner' : 'full'}
      value={isThere[tab] ? tab : (tabs[0] ?? 'knobs')}
      onValueChange={(value) => ui.setState({ tab: value as LabTab })}
    >
      <Problems />
      <Tabs.List className={styles.tabs} aria-label={t('label')}>
        {tabs.map((id) => (
          <TabTrigger key={id} value={id} className={styles.tab}>
            {t(id)}
          </TabTrigger>
        ))}
      </Tabs.List>
      {tabs.map((id) => (
        <Tabs.Content key={id} value={id} className={styles.part}>
          {parts[id]}
        </Tabs.Content>
      ))}
      <TransportBar />
    </Tabs.Root>
  );
}
