import type { ReactElement } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { presentProvenance } from '../../actions/provenance.ts';
import type { Table } from '../../charts/chart.ts';
import { FILE_FONT } from '../../charts/export.ts';
import { phases } from '../../engine/generated/abi.ts';
import { formatInstant } from '../../lib/format.ts';
import { VISIBLE_STATES, type VisibleState } from '../../lib/palette.ts';
import type { Player } from '../../playback/player.ts';
import { describeNow } from '../../scene/describe.ts';
import { systemLayout } from '../../scene/layout-system.ts';
import { wideLayout } from '../../scene/layout-wide.ts';
import { createSceneText, fontOf, type SceneText } from '../../scene/text.ts';
import { follow } from '../../stores/follow.ts';
import { ui } from '../../stores/ui.ts';
import type { ShownChart } from '../results/ChartFigure.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useIsMotionReduced } from '../shared/use-media.ts';
import { useScaleWords } from '../stage/ScaleStatement.tsx';
import type { SideInfo } from '../stage/Stage.tsx';
import { useList, useMessage, useTranslate } from '../stage/use-message.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { type PicturedSide, stageBox, stagePicture } from './stage-picture.ts';

export interface SaveStageProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly trigger: ReactElement;
}

/** The stage as it is now, as a file: a drawing, a bitmap, its counts. */
export function SaveStage(props: SaveStageProps) {
  const { trigger } = props;
  return (
    <PartTexts part="describe" fallback={trigger}>
      <PartTexts part="zoom" fallback={trigger}>
        <PartTexts part="export" fallback={trigger}>
          <Formats {...props} />
        </PartTexts>
      </PartTexts>
    </PartTexts>
  );
}

function Formats({ player, sides, trigger }: SaveStageProps) {
  return <SaveMenu chart={useStageChart(player, sides)} trigger={trigger} />;
}

/** An instant of both sides that stays as it is while the show goes on. */
interface Still {
  readonly timeNs: number;
  readonly speed: number;
  readonly sides: readonly PicturedSide[];
}

/** The stage as something that can be saved; every file is of the instant in which it was asked for. */
function useStageChart(player: Player, infos: readonly SideInfo[]): ShownChart {
  const t = useTranslations();
  const locale = useLocale();
  const say = useMessage();
  const list = useList();
  const scaleWords = useScaleWords();
  const text = useFileText();
  const isReduced = useIsMotionReduced();
  const request = useStore(follow, ({ one }) => one?.request ?? -1);
  const arrange = useStore(ui, ({ zoom }) => (zoom === 'system' ? systemLayout : wideLayout));

  const still = (): Still => ({
    timeNs: player.playhead.timeNs,
    speed: player.playhead.speed,
    sides: infos.flatMap(({ id, title, subtitle, layout }) => {
      const track = player.tracks.find((candidate) => candidate.id === id);
      if (!track) return [];
      // A frame of its own: the player's goes on, and shows short states for longer than they last.
      const frame = track.recording.createFrame();
      track.recording.frameAt(track.frame.timeNs, frame);
      const count = t('stage.inProgress', { count: frame.inProgress });
      return [{ id, title, subtitle, layout, count, frame, request }];
    }),
  });
  const titleOf = ({ timeNs, speed }: Still) =>
    t('export.stage.title', { time: formatInstant(timeNs, speed / 100, player.playhead.endNs, locale) });
  const captionOf = ({ speed, sides }: Still) => {
    const each = sides.map(({ id, frame, layout }) =>
      t('describe.text.sideNow', {
        side: id.toUpperCase(),
        text: list(describeNow(frame, layout).map(say)),
      }),
    );
    return [...each, scaleWords(speed)].join(' ');
  };
  const tableOf = ({ sides }: Still): Table => ({
    caption: t('describe.text.places'),
    columns: [
      { title: t('describe.text.place'), unit: 'text' },
      ...sides.map(({ id }) => ({ title: id.toUpperCase(), unit: 'number' as const })),
    ],
    rows: [
      ...phases.map((phase, i) => [t(`phase.${phase}`), ...sides.map(({ frame }) => frame.byPhase[i] ?? 0)]),
      [t('describe.text.total'), ...sides.map(({ frame }) => frame.inProgress)],
    ],
  });
  const words = (speed: number) => {
    const states = VISIBLE_STATES.map((state) => [
      state,
      state === 'wire' ? t('stage.legend.wire') : t(`state.${state}`),
    ]);
    return {
      scale: scaleWords(speed),
      states: Object.fromEntries(states) as Record<VisibleState, string>,
      dot: t('stage.legend.dot'),
      text,
    };
  };

  let taken: Still | undefined;
  const now = () => taken ?? still();
  return {
    id: 'stage',
    get title() {
      return titleOf(still());
    },
    get description() {
      return captionOf(still());
    },
    box: stageBox(infos.length),
    // The first that a file asks for: what it then draws and counts is of the same instant.
    provenance: () => {
      taken = still();
      const shown = taken.sides.map(({ id }) => id);
      return presentProvenance(titleOf(taken), captionOf(taken), shown, taken.timeNs);
    },
    table: () => tableOf(now()),
    draw: (_, palette) => {
      const { sides, speed } = now();
      return stagePicture(sides, words(speed), { palette, arrange, isReduced });
    },
  };
}

/** The words of the canvas, in the font of a file. */
function useFileText(): SceneText {
  const translate = useTranslate();
  const locale = useLocale();
  const context = document.createElement('canvas').getContext('2d');
  const text: SceneText = createSceneText(translate, {
    locale,
    family: FILE_FONT,
    measure: (line, sizePx, isBold) => {
      if (!context) return line.length * sizePx;
      context.font = fontOf(text, sizePx, isBold);
      return context.measureText(line).width;
    },
  });
  return text;
}
