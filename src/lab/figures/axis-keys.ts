/** What keys do along a horizontal axis, whatever is on it: they point, select, zoom in and step out. */
import type { KeyboardEvent } from 'react';
import { goTo, pointAt, select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { selectTo } from '../timeline/selected.ts';
import { zoomInto, zoomOut } from '../timeline/time-view.ts';

type Range = readonly [from: number, to: number];

export interface KeyedAxis {
  /** What is shown. */
  readonly range: Range;
  /** Where one is. */
  readonly at: number;
  /** How far one press goes; absent: a part of what is shown. */
  readonly step?: number;
  readonly selected: Range | undefined;
  readonly point: (at: number) => void;
  readonly selectTo: (from: number, to: number) => void;
  /** Takes the stage there, where that is possible. */
  readonly go?: (at: number) => void;
  readonly zoomInto: (range: Range) => void;
  /** Lets go of what is selected, or else steps out of a zoom; false where there is neither. */
  readonly stepOut: () => boolean;
}

/** Part of what is shown that one key press moves by, and that stays when keys zoom. */
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

/** The keys of an axis of model time: what is pointed at, selected and zoomed into there is so everywhere. */

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
