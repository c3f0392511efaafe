import { Tabs } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { retry } from '../../actions/run.ts';
import { run } from '../../stores/run.ts';
import { type LabTab, ui } from '../../stores/ui.ts';
import { KnobPanel } from '../scenario/KnobPanel.tsx';
import { Button } from '../shared/Button.tsx';
import { ProblemList } from '../shared/ProblemList.tsx';
import { useIsNarrow } from '../shared/use-media.ts';
import { Transport } from '../stage/Transport.tsx';
import { Headline } from './Headline.tsx';
import styles from './Lab.module.css';
import { Results } from './Results.tsx';
import { StagePane } from './StagePane.tsx';

/** Two systems under one clock: change one thing, watch both. */
export function Lab() {
  const t = useTranslations('lab');
  const isNarrow = useIsNarrow();
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      {isPresenting ? <Presenter /> : isNarrow ? <Narrow /> : <Wide />}
    </>
  );
}

function Wide() {
  const [wordsPlace, setWordsPlace] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.wide}>
      <aside className={styles.knobs}>
        <KnobPanel />
      </aside>
      <div className={styles.centre}>
        <Problems />
        <Headline />
        <div className={styles.stage}>
          <StagePane wordsPlace={wordsPlace} />
        </div>
        <TransportBar />
        <div className={styles.results}>
          <Results>
            <div ref={setWordsPlace} />
          </Results>
        </div>
      </div>
    </div>
  );
}

/** For a projector: the stage and its figures, large, and nothing to read past them. */
function Presenter() {
  return (
    <div className={styles.presenter}>
      <Problems />
      <Headline />
      <div className={styles.stage}>
        <StagePane />
      </div>
      <TransportBar />
    </div>
  );
}

/** On a narrow screen the parts take turns; the transport stays. */
function Narrow() {
  const t = useTranslations('lab.tabs');
  const tab = useStore(ui, (state) => state.tab);
  const parts: Record<LabTab, ReactNode> = {
    stage: (
      <>
        <Headline />
        <StagePane />
      </>
    ),
    knobs: <KnobPanel />,
    results: <Results />,
  };
  const tabs = Object.keys(parts) as LabTab[];
  return (
    <Tabs.Root
      className={styles.narrow}
      value={tab}
      onValueChange={(value) => ui.setState({ tab: value as LabTab })}
    >
      <Problems />
      <Tabs.List className={styles.tabs} aria-label={t('label')}>
        {tabs.map((id) => (
          <Tabs.Trigger key={id} value={id} className={styles.tab}>
            {t(id)}
          </Tabs.Trigger>
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

function TransportBar() {
  const player = useStore(run, (state) => state.player);
  return <div className={styles.transport}>{player && <Transport player={player} />}</div>;
}

/** What was wrong with the link, and what went wrong with the engine. */
function Problems() {
  const t = useTranslations('app.problem');
  const problems = useStore(ui, (state) => state.problems);
  const failure = useStore(run, (state) => state.failure);
  if (problems.length === 0 && !failure) return null;
  return (
    <div className={styles.problems}>
      {failure && (
        <ProblemList problems={[failure]} takesFocus>
          <Button onClick={retry}>{t('retry')}</Button>
        </ProblemList>
      )}
      <ProblemList problems={problems} takesFocus>
        <Button onClick={() => ui.setState({ problems: [] })}>{t('dismiss')}</Button>
      </ProblemList>
    </div>
  );
}
