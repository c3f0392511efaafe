import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { servingNodes } from '../../model/scenario/derived.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { isSameScenario } from '../settings/edit.ts';
import { experiment } from '../settings/experiment-state.ts';
import { SaveButton } from '../shared/SaveButton.tsx';
import { useIsMotionReduced, useIsOneSided, useIsPresented, useTheme } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Legend } from '../stage-view/Legend.tsx';
import { lazyPart } from '../stage-view/lazy.ts';
import { Stage } from '../stage-view/Stage.tsx';
import { StageText } from '../stage-view/StageText.tsx';
import type { SideInfo } from '../stage-view/stage-side.ts';
import { useStagePointer } from '../stage-view/use-stage-pointer.ts';
import styles from './StagePane.module.css';
import { useSideInfos } from './sides.ts';

interface SideChoiceProps {
  readonly sides: readonly SideInfo[];
  readonly chosen: SideName | undefined;
  readonly onChoose: (side: SideName) => void;
}

/** A narrow screen has room for one side at a time; both keep playing under the same clock. */
function SideChoice({ sides, chosen, onChoose }: SideChoiceProps) {
  const t = useTranslations('lab.pair');
  return (
    <fieldset className={styles.choice} aria-label={t('label')}>
      {sides.map(({ id, title }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          <SideBadge side={id} /> {title}
        </button>
      ))}
    </fieldset>
  );
}

const Sound = lazyPart('Sound');
const SaveStage = lazyPart('SaveStage');

/** Id of the element that holds the stage as text, outside the stage. */
export const WORDS = 'stage-words';

export interface StagePaneProps {
  /** Place of the stage as text; below the legend when absent. */
  readonly wordsPlace?: HTMLElement | null;
  /** Place of the explanations of the stage's parts; over the stage when absent. */
  readonly guidePlace?: HTMLElement | null;
  /** Whether it can be saved as a picture. */
  readonly canSave?: boolean;
}

/** The stage with its caption, legend and words. */
export function StagePane({ wordsPlace, guidePlace, canSave = false }: StagePaneProps) {
  const t = useTranslations('lab.stage');
  const status = useStore(run, (state) => state.status);
  const player = useStore(run, (state) => state.player);
  return (
    <section
      className={styles.pane}
      id="stage"
      aria-labelledby="stage-title"
      // Visually far below; for screen readers a child of the stage.
      aria-owns={wordsPlace ? WORDS : undefined}
      // It scrolls by itself on a low screen, so it must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
      tabIndex={0}
    >
      <h2 id="stage-title" className="visually-hidden">
        {t('label')}
      </h2>
      {player ? (
        <PlayedStage
          player={player}
          canSave={canSave}
          {...(wordsPlace === undefined ? {} : { wordsPlace })}
          {...(guidePlace === undefined ? {} : { guidePlace })}
        />
      ) : (
        <>
          <Caption />
          <div className={styles.waiting}>{status !== 'failed' && <Loading />}</div>
        </>
      )}
    </section>
  );
}

/** The loading note; after some seconds also the amount, and a retry. */
function Loading() {
  const t = useTranslations('app');
  return (
    <p>
      {t('loading.engine')}
      <span className={styles.late}>
        {t('loading.late')} <Button onClick={() => location.reload()}>{t('problem.reload')}</Button>
      </span>
    </p>
  );
}

function PlayedStage({
  player,
  wordsPlace,
  guidePlace,
  canSave,
}: StagePaneProps & { readonly player: Player }) {
  const t = useTranslations('stage');
  const theme = useTheme();
  const reducedMotion = useIsMotionReduced();
  const sides = useSideInfos(player);
  const isOneSided = useIsOneSided();
  const [chosen, setNarrowSide] = useState<SideName>('a');
  const narrowSide = sides.some(({ id }) => id === chosen) ? chosen : sides[0]?.id;
  const pointer = useStagePointer();
  const hasParts = useStore(experiment, ({ a, b }) => [a, b].some((side) => isSplit(side?.scenario)));
  const isPresenting = useIsPresented();
  const hasSound = useStore(ui, (state) => state.hasSound);
  const text = <StageText player={player} sides={sides} pointer={pointer} />;
  return (
    <>
      {isOneSided && sides.length > 1 && (
        <SideChoice sides={sides} chosen={narrowSide} onChoose={setNarrowSide} />
      )}
      <div className={styles.stage}>
        <Stage
          player={player}
          sides={isOneSided ? sides.filter(({ id }) => id === narrowSide) : sides}
          theme={theme}
          reducedMotion={reducedMotion}
          caption={<Caption />}
          tools={
            canSave && (
              <SaveButton title={t('title')} isSmall>
                {(trigger) => <SaveStage player={player} sides={sides} trigger={trigger} />}
              </SaveButton>
            )
          }
          pointer={pointer}
          guidePlace={guidePlace}
        />
      </div>
      <div className={styles.foot}>
        <Legend
          sides={sides.map(({ id }) => id)}
          runs={sides.map(({ layout }) => layout)}
          theme={theme}
          hasParts={hasParts}
        />
        {wordsPlace === undefined && !isPresenting && text}
      </div>
      {wordsPlace && createPortal(text, wordsPlace)}
      <Suspense>{hasSound && <Sound player={player} />}</Suspense>
    </>
  );
}

const isSplit = (scenario: Scenario | undefined): boolean =>
  scenario?.client?.crossSlot.kind === 'split' && scenario.workload?.batch.kind !== 'none';

/** One sentence on the stage, like a figure caption. */
function Caption() {
  const t = useTranslations('lab.stage');
  const { a, b } = useStore(experiment);
  const shown = useShownSides();
  if (!a || !b) return null;
  const [one, other] = (shown.length === 1 ? [...shown, ...shown] : (['a', 'b'] as const)).map((side) => {
    const { workload, server, client } = { a, b }[side].scenario;
    return {
      count: workload?.arrivals?.callers ?? 0,
      nodes: client && server ? servingNodes({ client, server }) : 1,
      runtime: client?.runtime?.kind ?? 'threads',
    };
  });
  if (!one || !other) return null;
  const isSame = isSameScenario(a.scenario, b.scenario);
  const nodes = one.nodes === other.nodes ? one.nodes : 0;
  const runtime = one.runtime === other.runtime ? one.runtime : '';
  return (
    <p className={styles.caption}>
      {nodes > 0 && one.count === other.count
        ? t('caption', {
            count: one.count,
            nodes,
            runtime,
            sides: isSame && shown.length > 1 ? 0 : shown.length,
          })
        : t('captionPlain', { nodes })}
    </p>
  );
}
