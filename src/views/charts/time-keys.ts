/** The keys of an axis of model time: what is pointed at, selected and zoomed into there is so everywhere. */
import { goTo, pointAt, select } from '../../actions/focus.ts';
import { selectTo } from '../../actions/selected.ts';
import { zoomInto, zoomOut } from '../../actions/zoom.ts';
import { focus } from '../../stores/focus.ts';
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
