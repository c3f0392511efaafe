import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Suspense } from './prompt.tsx';
import { somebody } from './somebody.ts';

export interface WhenNearProps {
  /** What it stands in, which has the room that it will need. */
  readonly className: string | undefined;
  /** A lazy part of the page. */
  readonly children: ReactNode;
}

/** A part that lies below the first picture: fetched when it comes into view, or when there is somebody who could ask for it. */
export function WhenNear({ className, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    let isWanted = true;
    const fetchIt = () => isWanted && setNear(true);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) fetchIt();
    });
    observer.observe(place.current);
    void somebody.then(fetchIt);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [isNear]);
  return (
    <div ref={place} className={className}>
      <Suspense>{isNear && children}</Suspense>
    </div>
  );
}
