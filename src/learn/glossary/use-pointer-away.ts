import { useLayoutEffect, useRef } from 'react';

/**
 * Calls `onAway` once a mouse has been off everything that carries `data-pointer-area={area}` for `restMs`.
 *
 * It watches where the mouse is, not what it enters and leaves: an element that is put under a resting mouse, or taken away
 * from there, is told of neither, and a note that waited for it would stay open for ever.
 */
export function usePointerAway(area: string, isWatched: boolean, restMs: number, onAway: () => void): void {
  const away = useRef(onAway);
  away.current = onAway;
  useLayoutEffect(() => {
    if (!isWatched) return;
    let timer = 0;
    const leave = () => {
      timer ||= window.setTimeout(() => away.current(), restMs);
    };
    const stay = () => {
      clearTimeout(timer);
      timer = 0;
    };
    const onMove = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const isOn = target instanceof Element && target.closest(`[data-pointer-area="${area}"]`);
      if (isOn) stay();
      else leave();
    };
    document.addEventListener('pointermove', onMove, { passive: true });
    document.documentElement.addEventListener('pointerleave', leave);
    return () => {
      stay();
      document.removeEventListener('pointermove', onMove);
      document.documentElement.removeEventListener('pointerleave', leave);
    };
  }, [area, isWatched, restMs]);
}
