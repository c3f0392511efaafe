/** The stage at a fixed instant as a saveable view, while the player continues. */
import { useLocale, useTranslations } from 'use-intl';
import type { Table } from '../../charts/chart.ts';
import { FILE_FONT } from '../../charts/export.ts';
import { formatClock } from '../../lib/format.ts';
import type { Appearance, Palette } from '../../lib/palette.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { appearancesIn, legendKey } from '../../stage/state-words.ts';
import { createSceneText, fontOf, type SceneText } from '../../stage/text.ts';
import type { ShownChart } from '../results/shown-chart.ts';
import { presentProvenance } from '../run/provenance.ts';
import type { SideInfo } from '../stage-view/stage-side.ts';
import { useTranslate } from '../stage-view/use-message.ts';
import { type PicturedSide, type StagePictureWords, stageBox, stagePicture } from './stage-picture.ts';

export interface StillSide extends Omit<PicturedSide, 'canvas'> {
  readonly track: Track;
  readonly frame: Frame;
}

export interface Still {
  readonly timeNs: number;
  readonly speed: number;
  readonly sides: readonly StillSide[];
}

/** The parts that depend on the zoom. */
export interface StillView {
  readonly caption: (still: Still) => string;
  readonly table: (still: Still) => Table;
  readonly canvas: (side: StillSide, all: readonly StillSide[]) => PicturedSide['canvas'];
  readonly scale: (still: Still) => string;
  /** Meaning of the colour of a side. */
  readonly dot: string;
}

/** Every file shows the instant at which it was requested. */
export function useStillChart(
  player: Player,
  infos: readonly SideInfo[],
  { caption, table, canvas, scale, dot }: StillView,
): ShownChart {
  const t = useTranslations();
  const locale = useLocale();
  const text = useFileText();
  const still = (): Still => ({
    timeNs: player.playhead.timeNs,
    speed: player.playhead.speed,
    sides: infos.flatMap(({ id, title, subtitle }) => {
      const track = player.tracks.find((candidate) => candidate.id === id);
      if (!track) return [];
      // A separate frame: the player's continues, and prolongs short states.
      const frame = track.recording.createFrame();
      track.recording.frameAt(track.frame.timeNs, frame);
      return [
        { id, title, subtitle, count: t('stage.inProgress', { count: frame.inProgress }), track, frame },
      ];
    }),
  });
  const titleOf = ({ timeNs, speed }: Still) =>
    t('export.stage.title', { time: formatClock(timeNs, speed / 100, locale) });
  const runs = infos.map(({ layout }) => layout);
  const states = appearancesIn(runs).map((appearance): [Appearance, string] => [
    appearance,
    t(legendKey(appearance, runs)),
  ]);
  const words: Omit<StagePictureWords, 'scale'> = {
    states,
    dot,
    text,
  };

  let snapshot: Still | undefined;
  const now = () => snapshot ?? still();
  return {
    id: 'stage',
    get title() {
      return titleOf(still());
    },
    get description() {
      return caption(still());
    },
    box: stageBox(infos.length),
    // A file reads the source first, which fixes the instant for its drawing and counts.
    provenance: () => {
      snapshot = still();
      const shown = snapshot.sides.map(({ id }) => id);
      return presentProvenance(titleOf(snapshot), caption(snapshot), shown, snapshot.timeNs);
    },
    table: () => table(now()),
    draw: (_, palette: Palette) => {
      const shown = now();
      const sides = shown.sides.map((side) => ({ ...side, canvas: canvas(side, shown.sides) }));
      return stagePicture(sides, { ...words, scale: scale(shown) }, palette);
    },
  };
}

/** Texts of the canvas in the font of a file. */
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
