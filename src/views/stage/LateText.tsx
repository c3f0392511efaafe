import { lazy, Suspense } from 'react';
import { PartTexts } from '../shared/PartTexts.tsx';
import type { StageTextProps } from './StageText.tsx';

const StageText = lazy(() => import('./StageText.tsx').then((module) => ({ default: module.StageText })));

/** The stage in words, which comes with its messages after the first picture. */
export function LateText(props: StageTextProps) {
  return (
    <PartTexts part="describe">
      <Suspense>
        <StageText {...props} />
      </Suspense>
    </PartTexts>
  );
}
