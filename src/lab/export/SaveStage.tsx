import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { describeNow } from '../../stage/describe.ts';
import { systemLayout } from '../../stage/layout-system.ts';
import { wideLayout } from '../../stage/layout-wide.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { follow } from '../follow/follow-state.ts';
import { useIsMotionReduced } from '../shared/use-media.ts';
import { placesTable } from '../stage-view/instant-tables.ts';
import { useScaleWords } from '../stage-view/ScaleStatement.tsx';
import type { SideInfo } from '../stage-view/stage-side.ts';
import { useList, useMessage } from '../stage-view/use-message.ts';
import { partsPicture } from './parts-picture.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { useCallsView } from './use-calls-view.ts';
import { type StillView, useStillChart } from './use-still.ts';

export interface SaveStageProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly trigger: ReactElement;
}

/** Menu to save the stage at its zoom as drawing, bitmap or counts. */
export function SaveStage({ player, sides, trigger }: SaveStageProps) {
  const views = { parts: usePartsView(), calls: useCallsView(player) };
  const view = useStore(ui, ({ zoom }) => (zoom === 'calls' ? 'calls' : 'parts'));
  return <SaveMenu chart={useStillChart(player, sides, views[view])} trigger={trigger} />;
}

/** The view with individual parts. */
function usePartsView(): StillView {
  const t = useTranslations();
  const toText = useMessage();
  const list = useList();
  const scaleWords = useScaleWords();
  const isReduced = useIsMotionReduced();
  const request = useStore(follow, ({ followed }) => followed?.request ?? -1);
  const arrange = useStore(ui, ({ zoom }) => (zoom === 'system' ? systemLayout : wideLayout));
  return {
    caption: ({ speed, sides }) => {
      const each = sides.map(({ id, frame, track }) =>
        t('describe.text.sideNow', {
          side: id.toUpperCase(),
          text: list(describeNow(frame, track.layout).map(toText)),
        }),
      );
      return [...each, scaleWords(speed)].join(' ');
    },
    table: ({ sides }) =>
      placesTable(
        sides.map(({ id, frame, track: { layout } }) => ({ id, frame, layout })),
        {
          caption: t('describe.text.places'),
          place: t('describe.text.place'),
          total: t('describe.text.total'),
          parts: t('describe.text.parts'),
          phase: (place) => t(place),
        },
      ),
    canvas: ({ id, track, frame }, all) => {
      const allRuns = all.map((side) => side.track.layout);
      return partsPicture({ side: id, run: track.layout, allRuns, frame, request, arrange, isReduced });
    },
    scale: ({ speed }) => scaleWords(speed),
    dot: t('stage.legend.dot'),
  };
}
