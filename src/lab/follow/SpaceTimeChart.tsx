import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  areaOf,
  highlightPaths,
  pathsOf,
  rowAt,
  type SpaceTimeData,
  type SpaceTimeWords,
  spaceTime,
} from '../../charts/space-time.ts';
import { paletteOf } from '../../lib/palette.ts';
import { partsOf } from '../../model/analysis/parts.ts';
import { maxInFlight, neighboursOf } from '../../model/analysis/request-context.ts';
import { useWords } from '../../ui/texts.tsx';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import { useChangesOf } from '../shared/use-changes.ts';
import { useTheme } from '../shared/use-media.ts';
import styles from './Drawing.module.css';
import type { Followed, Trail } from './follow-state.ts';
import { stretchOf } from './stretch.ts';
import { TimeDrawing } from './TimeDrawing.tsx';
import type { WalkRow } from './walk.ts';

/** Most other requests that are drawn; more lines cannot be distinguished. */
const MOST = 60;

/** The request between caller and Redis over time, with the others of its connection. */
export function SpaceTimeChart({ followed, trail }: { readonly followed: Followed; readonly trail: Trail }) {
  const t = useTranslations('follow.spaceTime');
  const request = `#${trail.journey.id}`;
  const words = useSpaceTimeWords(request);
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const changes = useChangesOf(followed.side);
  const data = useMemo((): SpaceTimeData => {
    const stretch = stretchOf(trail, changes);
    const { journey, recorded } = trail;
    const parts = partsOf(recorded.excerpt, journey.id);
    const neighbours = neighboursOf(recorded.excerpt, journey, stretch.fromNs, stretch.toNs, MOST);
    return {
      ...stretch,
      side: followed.side,
      followed: journey,
      connection: journey.connection + 1,
      neighbours: neighbours.journeys,
      omitted: neighbours.omitted,
      most: parts.length > 0 ? maxInFlight(parts) : neighbours.maxInFlight,
      parts,
    };
  }, [followed, trail, changes]);
  const key = t(data.parts.length > 0 ? 'keyParts' : 'key', { request });
  const box = { width, height, fontSize };
  const drawing = useMemo(
    () => (width > 0 ? spaceTime.draw(data, { width, height, fontSize }, palette, words) : null),
    [data, width, height, fontSize, palette, words],
  );
  const rows = useMemo(
    () =>
      pathsOf(data).map(({ id, legs }, pathIndex): WalkRow => {
        const isPart = pathIndex > 0 && pathIndex <= data.parts.length;
        const stays = legs.map(({ phase, fromNs, toNs }) => {
          const name = words.phase(phase);
          return {
            fromNs,
            toNs,
            request: id,
            name: isPart ? words.part({ number: pathIndex, phase: name }) : name,
          };
        });
        return { name: `#${id}`, stays };
      }),
    [data, words],
  );
  return (
    <ChartFigure chart={{ ...shownChart(spaceTime, t('title'), data, words), note: key }}>
      <TimeDrawing
        label={t('walk')}
        rows={rows}
        side={followed.side}
        stretch={data}
        {...areaOf(box, words)}
        rowAt={(x, y) => rowAt(data, box, words, x, y)}
        drawHighlight={({ request: id }, colours) =>
          width > 0 ? highlightPaths(data, box, words, id, colours) : []
        }
      >
        <div ref={ref} className={styles.spaceTime}>
          {drawing && <SvgTree node={drawing} />}
        </div>
      </TimeDrawing>
      <p className={styles.key}>{key}</p>
    </ChartFigure>
  );
}

function useSpaceTimeWords(request: string): SpaceTimeWords {
  const t = useTranslations('follow.spaceTime');
  const name = useTranslations('phases.names');
  const phase = useTranslations('follow.ledger');
  const words = useWords();
  return useMemo(
    () => ({
      xTitle: (unit) => t('x', { unit }),
      number: words.number,
      place: (place) => t(`place.${place}`),
      phase: (id) => name(id),
      duration: words.duration,
      tableCaption: t('tableCaption', { request }),
      tablePhase: phase('phase'),
      tableFrom: t('from'),
      tablePlace: t('where'),
      tableTime: t('time'),
      sentence: (facts) => t('describe', facts),
      parts: (facts) => t('parts', facts),
      part: (facts) => t('part', facts),
      neighbours: (facts) => (facts.connection === 0 ? t('alone') : t('neighbours', facts)),
    }),
    [t, name, phase, words, request],
  );
}
