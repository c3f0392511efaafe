/** Keys of a horizontal axis of any unit: point, select, zoom in, step out. */
import type { KeyboardEvent } from 'react';
import { goTo, pointAt, select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { selectTo } from '../timeline/selected.ts';
import { zoomInto, zoomOut } from '../timeline/time-view.ts';

type Range = readonly [from: number, to: number];

export interface KeyedAxis {
  /** The visible range. */
  readonly range: Range;
  /** The current position. */
  readonly at: number;
  /** Step of one key press; absent: a share of the visible range. */
  readonly step?: number;
  readonly selected: Range | undefined;
  readonly point: (at: number) => void;
  readonly selectTo: (from: number, to: number) => void;
  /** Moves the playhead there, if possible. */
  readonly go?: (at: number) => void;
  readonly zoomInto: (range: Range) => void;
  /** Clears the selection, or else steps out of a zoom; false without either. */
  readonly stepOut: () => boolean;
}

/** Share of the visible range that one key press moves by, and that remains when keys zoom. */
export const KEY_STEP = 1 / 60;
const KEY_ZOOM = 1 / 4;

export function pressOnAxis(event: KeyboardEvent, axis: KeyedAxis): void {
  const { at, selected } = axis;
  const [from, to] = axis.range;
  const step = axis.step ?? (to - from) * KEY_STEP;
  const wanted = { ArrowLeft: at - step, ArrowRight: at + step, Home: from, End: to }[event.key];
  if (wanted !== undefined) {
    const target = Math.min(to, Math.max(from, wanted));
    if (event.shiftKey) axis.selectTo(at, target);
    else axis.point(target);
  } else if (event.key === 'Enter' && axis.go) axis.go(at);
  else if (event.key === '+') {
    const half = ((to - from) * KEY_ZOOM) / 2;
    const middle = Math.min(to - half, Math.max(from + half, at));
    axis.zoomInto(selected ?? [middle - half, middle + half]);
  } else if (event.key !== 'Escape' || !axis.stepOut()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The keys of an axis of model time: pointing, selection and zoom are shared by all such axes. */

export const TIME_AXIS = {
  point: pointAt,
  selectTo,
  go: goTo,
  zoomInto,
  stepOut: () => {
    const { selected, zooms } = focus.getState();
    if (selected) select(undefined);
    else if (zooms.length > 0) zoomOut();
    return selected !== undefined || zooms.length > 0;
  },
} satisfies Partial<KeyedAxis>;
