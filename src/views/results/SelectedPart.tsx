import { focus } from '../../stores/focus.ts';
import { Part } from '../selection/Part.tsx';
import { useStore } from '../shared/use-store.ts';

/** Says of figures that they are of the selected part of time, while one is. */
export const SelectedPart = () => (
  <>{useStore(focus, ({ selected }) => selected !== undefined) && <Part />}</>
);
