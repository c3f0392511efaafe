import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ThemeName } from '../../lib/palette.ts';
import type { Player } from '../../model/playback/player.ts';
import { ZOOMS, type ZoomName } from '../../model/scenario/url.ts';
import { systemLayout } from '../../stage/layout-system.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { toggleExplaining, zoomTo } from '../appearance/appearance.ts';
import { follow } from '../follow/follow-state.ts';
import type { Explained } from '../guide/StageGuide.tsx';
import { lazyPart } from './lazy.ts';
import { ScaleStatement } from './ScaleStatement.tsx';
import styles from './Stage.module.css';
import { StageSide } from './StageSide.tsx';
import type { SideInfo, StageSideProps } from './stage-side.ts';
import { type StagePointer, useStagePointer } from './use-stage-pointer.ts';
import { letZoom } from './zoom-motion.ts';

const CallsPane = lazyPart('CallsPane');
const PaceNote = lazyPart('PaceNote');
const FollowedLine = lazyPart('FollowedLine');
const StageGuide = lazyPart('StageGuide');

/** A side in a few parts, or the system calls of one of its connections. */
function ZoomedSide({ zoom, ...props }: StageSideProps & { readonly zoom: ZoomName }) {
  return (
    <>
      {zoom === 'calls' ? (
        <StageSide {...props}>
          <Suspense>
            <CallsPane {...props} />
          </Suspense>
        </StageSide>
      ) : (
        <StageSide {...props} arrange={systemLayout} />
      )}
    </>
  );
}

/** The zoom of the stage, and other actions. */
function ZoomChoice({ zoom, children }: { readonly zoom: ZoomName; readonly children: ReactNode }) {
  const t = useTranslations('stage');
  const isExplaining = useStore(ui, (state) => state.explaining !== undefined);
  return (
    <Toolbar className={styles.zoom} label={t('zoom.label')}>
      <Guarded name="zoom">
        {ZOOMS.map((name) => (
          <Button
            key={name}
            variant="small"
            aria-current={name === zoom ? 'true' : undefined}
            onClick={() => zoomTo(name)}
          >
            {t(`zoom.${name}`)}
          </Button>
        ))}
      </Guarded>
      <Guarded name="explain">
        <Button
          variant="small"
          aria-label={t('explain')}
          aria-pressed={isExplaining}
          title={`${t('explain')} (I)`}
          onClick={toggleExplaining}
        >
          ?
        </Button>
      </Guarded>
      {children}
    </Toolbar>
  );
}

export interface StageProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly theme: ThemeName;
  readonly reducedMotion: boolean;
  /** One sentence that describes the stage, next to the slowdown. */
  readonly caption?: ReactNode;
  /** Other actions, next to the zoom. */
  readonly tools?: ReactNode;
  /** Shared with `StageText`, so that its tables can highlight items on the canvas. */
  readonly pointer?: StagePointer;
  /** Place of the explanations of its parts; over its lower edge when absent. */
  readonly guidePlace?: HTMLElement | null | undefined;
}

/** Zoom by wheel and pinch, with the transition. */
function useZoomByHand() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    return section.current ? letZoom(section.current) : undefined;
  }, []);
  return section;
}

/** Both sides above each other, in the same geometry, under one clock. */
export function Stage({
  player,
  sides,
  theme,
  reducedMotion,
  caption,
  tools,
  pointer,
  guidePlace,
}: StageProps) {
  const t = useTranslations('stage');
  const own = useStagePointer();
  const zoom = useStore(ui, (state) => state.zoom);
  const section = useZoomByHand();
  const isElastic = useStore(ui, (state) => state.isElastic);
  const isPaced = useStore(ui, ({ sync }) => sync !== 'time') || isElastic;
  const trail = useStore(follow, ({ followedTrail }) => followedTrail);
  const { pinned, pin } = pointer ?? own;
  const explaining = useStore(ui, (state) => state.explaining);
  const isExplaining = explaining !== undefined;
  const [chosen, setChosen] = useState<Explained>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for anew goes before what was chosen
  useEffect(() => setChosen(undefined), [explaining]);
  const first: Explained = {
    side: sides[0]?.id ?? 'a',
    picked: { kind: 'region', region: explaining ?? 'callers' },
  };
  const explained = chosen && sides.some(({ id }) => id === chosen.side) ? chosen : first;
  return (
    <section ref={section} className={styles.stage} aria-label={t('title')}>
      <header className={styles.top}>
        {pinned < 0 ? (
          caption
        ) : (
          <Suspense fallback={caption}>
            <FollowedLine {...{ player, pinned, pin }} sides={sides.length} />
          </Suspense>
        )}
        <ZoomChoice zoom={zoom}>{tools}</ZoomChoice>
        {/* Elastic time has a separate scale, which changes by phase. */}
        {!(isElastic && trail?.journey.isWhole) && <ScaleStatement player={player} />}
      </header>
      {isPaced && (
        <Suspense>
          <PaceNote player={player} theme={theme} />
        </Suspense>
      )}
      {sides.map((info) => {
        const Side = zoom === 'parts' ? StageSide : ZoomedSide;
        return (
          <Side
            key={info.id}
            {...{ player, info, theme, reducedMotion, pinned, zoom }}
            isAlone={sides.length === 1}
            onPin={pin}
            onExplain={isExplaining ? (picked) => setChosen({ side: info.id, picked }) : undefined}
            explained={isExplaining && explained.side === info.id ? explained.picked : undefined}
          />
        );
      })}
      {isExplaining && (
        <Suspense>
          <StageGuide
            {...{ player, sides, explained }}
            onExplain={setChosen}
            onPin={pin}
            place={guidePlace}
          />
        </Suspense>
      )}
    </section>
  );
}
