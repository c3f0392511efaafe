import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { pointAt } from '../../actions/focus.ts';
import type { LitWay } from '../../actions/lit.ts';
import type { Box } from '../../charts/chart.ts';
import { litBand } from '../../charts/lit-marks.ts';
import { frameOf, type ThroughputData, type ThroughputWords } from '../../charts/throughput-over-time.ts';
import type { Palette } from '../../lib/palette.ts';
import { focus } from '../../stores/focus.ts';
import { LitMarks } from '../shared/LitMarks.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { pressOnAxis } from './axis-keys.ts';
import { TIME_AXIS } from './time-keys.ts';
import { Zooms } from './Zooms.tsx';

export type Keys = (event: KeyboardEvent) => void;

export interface ThroughputToolsProps {
  readonly data: ThroughputData;
  readonly box: Box;
  readonly words: ThroughputWords;
  /** The last interval of which something is known. */
  readonly last: number;
  readonly keys: Ref<Keys>;
  /** The drawing. */
  readonly surface: RefObject<HTMLElement>;
}

/** What the chart of throughput does for keys, the way out of what was zoomed into, and the request that is lit on it. */
export function ThroughputTools({ data, box, words, last, keys, surface }: ThroughputToolsProps) {
  // The middle of an interval: every chart that shows it lights the same instant.
  const middle = (bin: number) => data.fromNs + (bin + 0.5) * data.binNs;
  useImperativeHandle(
    keys,
    () => (event) =>
      pressOnAxis(event, {
        ...TIME_AXIS,
        range: [middle(0), middle(last)],
        at: middle(data.pointed ?? last),
        step: data.binNs,
        selected: data.selected,
        stepOut: () => {
          if (TIME_AXIS.stepOut()) return true;
          pointAt(undefined);
          return data.pointed !== undefined;
        },
      }),
  );
  const isZoomed = useStore(focus, ({ zooms }) => zooms.length > 0);
  const marks = (way: LitWay, palette: Palette) => {
    const { area, x } = frameOf(data, box, words);
    return box.width > 0 ? litBand(way, x, area, box.fontSize, palette) : [];
  };
  return (
    <>
      {isZoomed && (
        <PartTexts part="plots">
          <Zooms />
        </PartTexts>
      )}
      {surface.current && createPortal(<LitMarks marks={marks} />, surface.current)}
    </>
  );
}
