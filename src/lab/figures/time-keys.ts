/** The keys of an axis of model time: what is pointed at, selected and zoomed into there is so everywhere. */
import { goTo, pointAt, select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { selectTo } from '../timeline/selected.ts';
import { zoomInto, zoomOut } from '../timeline/zoom.ts';
import type { KeyedAxis } from './axis-keys.ts';

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
