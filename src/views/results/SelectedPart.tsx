import { focus } from '../../stores/focus.ts';
import { lazy, Suspense } from '../shared/prompt.tsx';
import { useStore } from '../shared/use-store.ts';

const Part = lazy(() => import('../selection/Part.tsx').then((module) => ({ default: module.Part })));

/** Says of figures that they are of the selected part of time, while one is. */
export const SelectedPart = () => (
  <Suspense>{useStore(focus, ({ selected }) => selected !== undefined) && <Part />}</Suspense>
);
