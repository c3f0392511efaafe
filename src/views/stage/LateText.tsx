import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { carryOut } from '../../actions/keys.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import type { StageTextProps } from './StageText.tsx';
import { isSpoken } from './use-announcer.ts';

const StageText = lazy(() => import('./StageText.tsx').then((module) => ({ default: module.StageText })));

/** The stage in words, loaded when it comes on screen, is asked for by a key, or has something to say. */
export function LateText(props: Omit<StageTextProps, 'begin'>) {
  const { player } = props;
  const place = useRef<HTMLDivElement>(null);
  const [begin, setBegin] = useState<StageTextProps['begin']>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setBegin('silent');
    });
    watch.observe(element);
    const ends = [
      () => watch.disconnect(),
      carryOut('describe', () => setBegin('describe')),
      carryOut('threads', () => setBegin('threads')),
      player.subscribe(() => {
        if (isSpoken(player)) setBegin('describe');
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [player]);
  return begin ? (
    <PartTexts part="describe">
      <Suspense>
        <StageText {...props} begin={begin} />
      </Suspense>
    </PartTexts>
  ) : (
    <div ref={place} style={{ minHeight: '3rem' }} />
  );
}
