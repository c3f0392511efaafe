import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ResponsePoint, responsePoints } from '../../charts/response-points.ts';
import type { SvgNode } from '../../charts/svg.ts';
import type { Range, ValueChart, ValueData } from '../../charts/value-axis.ts';
import { type Palette, paletteOf } from '../../lib/palette.ts';
import type { ResponsePlace } from '../../lib/response-place.ts';
import { useStore } from '../../ui/use-store.ts';
import { carryOut } from '../keyboard/keys.ts';
import { pointAtResponse } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { ChartFigure } from '../results/ChartFigure.tsx';
import crosshair from '../results/Crosshair.module.css';
import { Crosshair } from '../results/Crosshair.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import lit from '../shared/HighlightMarks.module.css';
import { HighlightMarks } from '../shared/HighlightMarks.tsx';
import { useBrush } from '../shared/use-brush.ts';
import { useTheme } from '../shared/use-media.ts';
import { extended } from '../timeline/selected.ts';
import { pressOnAxis } from './axis-keys.ts';
import styles from './ValueFigure.module.css';
import { ZoomPath } from './Zooms.tsx';

interface ResponseMarksProps {
  /** The chart's id: it draws its own pointed value itself. */
  readonly id: string;
  readonly sides: Parameters<typeof responsePoints>[0];
  readonly marks: (points: readonly ResponsePoint[], palette: Palette) => readonly SvgNode[];
  readonly reading: (place: ResponsePlace) => string;
}

/**
 * Marks the response time or percentile pointed at elsewhere, above the drawing and in words, without a
 * redraw.
 */
function ResponseMarks({ id, sides, marks, reading }: ResponseMarksProps) {
  const response = useStore(focus, (state) => state.response);
  const palette = paletteOf(useTheme());
  if (!response || response.on === id) return null;
  return (
    <>
      <svg className={lit.marks} aria-hidden="true" data-response="">
        {marks(responsePoints(sides, response.place), palette).map((node, index) => (
          // Reads the data at a value, and names the value.
          // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew as a whole
          <SvgTree key={index} node={node} />
        ))}
      </svg>
      <p className={crosshair.reading}>{reading(response.place)}</p>
    </>
  );
}

export interface ValueFigureProps<Data extends ValueData, Words> {
  readonly spec: ValueChart<Data, Words>;
  readonly title: string;
  readonly data: Data;
  readonly words: Words;
  /** Reads the data at a place pointed at on another chart. */
  readonly reading: (data: Data, value: number) => string;
  readonly name: (value: number) => string;
  /** Whether it shows metrics of the runs, which follow the selection. */
  readonly readingElsewhere: (data: Data, place: ResponsePlace) => string;
  /** A chart over values: reads the value at the pointer or the keys, and zooms into a dragged range. */
  readonly isOfFigures?: boolean;
  readonly controls?: ReactNode;
  readonly children?: ReactNode;
}

/** Ranges on the axis as values. */
export function ValueFigure<Data extends ValueData, Words>(props: ValueFigureProps<Data, Words>) {
  const { spec, title, data: all, words, reading, readingElsewhere, name } = props;
  const { isOfFigures = false, controls, children } = props;
  const t = useTranslations('plots.zoom');
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const [zooms, setZooms] = useState<readonly Range[]>([]);
  const [selected, setSelected] = useState<Range>();
  const [pointed, setPointed] = useState<number>();
  const depth = zooms.length;
  const isChosen = selected !== undefined;
  const data: Data = { ...all, shown: zooms.at(-1) };
  const box = { width, height, fontSize };
  const { fullRange: whole, area, toAxis, fromAxis } = spec.axis(data, box, words);
  const [from, to] = (data.shown ?? whole).map(toAxis) as [number, number];
  const at = Math.min(to, Math.max(from, toAxis(pointed ?? fromAxis(from))));

  // Steps out of the zoom, wherever the focus is.
  const valuesOf = (range: Range): Range => [fromAxis(range[0]), fromAxis(range[1])];
  const places: Range | undefined = selected && [toAxis(selected[0]), toAxis(selected[1])];
  const zoomInto = (range: Range) => {
    setSelected(undefined);
    if (range[1] > range[0]) setZooms([...zooms, valuesOf(range)]);
  };
  const stepOut = () => {
    if (isChosen) setSelected(undefined);
    else setZooms(zooms.slice(0, -1));
    return isChosen || depth > 0;
  };
  // The numbers are the visible ones; the sentences cover all of them.
  useLayoutEffect(
    () => (depth > 0 ? carryOut('letGo', () => setZooms((old) => old.slice(0, -1))) : undefined),
    [depth],
  );

  const point = (place: number | undefined) => {
    const value = place === undefined ? undefined : fromAxis(place);
    setPointed(value);
    pointAtResponse(value === undefined ? undefined : { on: spec.id, place: spec.place(value) });
  };
  const placeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const px = clientX - currentTarget.getBoundingClientRect().left;
    return from + ((px - area.left) / (area.right - area.left)) * (to - from);
  };
  const brush = useBrush([from, to], placeAt, point, point, (range) => setSelected(valuesOf(range)));
  const press = (event: KeyboardEvent) =>
    pressOnAxis(event, {
      range: [from, to],
      at,
      selected: places,
      point,
      selectTo: (start, end) => {
        point(end);
        setSelected(valuesOf(extended(places, start, end)));
      },
      zoomInto,
      stepOut,
    });
  // Runs without completed requests have nothing to draw or point at.
  const chart = { ...shownChart(spec, title, data, words), description: spec.describe(all, words) };
  // Requests can be highlighted only for the runs on the stage.
  const isEmpty = all.sides.length > 0 && all.sides.every(({ buckets }) => buckets.length === 0);
  if (isEmpty) return <ChartFigure chart={{ ...chart, isOfFigures }}>{children}</ChartFigure>;
  return (
    <ChartFigure chart={{ ...chart, isOfFigures }} controls={controls}>
      {depth > 0 && (
        <ZoomPath
          label={t('ofAxis', { title })}
          parts={[t('all'), ...zooms.map(([begin, end]) => t('span', { from: name(begin), to: name(end) }))]}
          onStep={(left) => setZooms(zooms.slice(0, left))}
        />
      )}
      <Crosshair
        surface={ref}
        className={styles.drawing}
        label={t('valueCrosshair', { title })}
        range={[0, 100]}
        at={Math.round((100 * (at - from)) / (to - from || 1))}
        reading={reading(data, fromAxis(at))}
        isPointed={pointed !== undefined}
        {...brush}
        onPointerUp={() => {
          brush.onPointerUp();
          if (places) zoomInto(places);
        }}
        onLeave={() => point(undefined)}
        onKeyDown={press}
      >
        {width > 0 && (
          <div aria-hidden="true">
            <SvgTree node={spec.draw({ ...data, selected, pointed }, box, palette, words)} />
          </div>
        )}
        <ResponseMarks
          id={spec.id}
          sides={all.sides}
          marks={(points, colours) => (width > 0 ? spec.marks(data, box, colours, words, points) : [])}
          reading={(place) => readingElsewhere(all, place)}
        />
        {/* Only a request of the runs on the stage can be pointed at. */}
        {isOfFigures && (
          <HighlightMarks
            marks={(span, colours) =>
              width > 0 && span.isWhole ? spec.highlight(data, box, colours, words, span.side, span) : []
            }
          />
        )}
      </Crosshair>
      {children}
    </ChartFigure>
  );
}
