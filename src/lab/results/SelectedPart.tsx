import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { Part } from '../timeline/Part.tsx';

/** Says of figures that they are of the selected part of time, while one is. */
export const SelectedPart = () => (
  <>{useStore(focus, ({ selected }) => selected !== undefined) && <Part />}</>
);
