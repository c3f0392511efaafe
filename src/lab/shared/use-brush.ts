/** The pointer over a model-time axis: it points at an instant, a drag selects a part, a press goes there. */
import { type PointerEvent, useRef } from 'react';
import { pointAt, select } from '../marks/focus.ts';
import type { Span } from '../marks/focus-state.ts';

/** Shorter drags are presses, px. */
const PRESS = 4;

/**
 * @param span range of the axis, ns
 * @param nsAt the instant below the pointer, also beyond the edges
 * @param press action of a press
 * @param point receives the pointed instant
 * @param choose receives the selection, on an axis other than time
 */
export function useBrush(
  [from, to]: Span,
  nsAt: (event: PointerEvent<HTMLElement>) => number,
  press: (ns: number) => void,
  point: (ns: number | undefined) => void = pointAt,
  choose: (span: Span) => void = select,
) {
  const grabbed = useRef<{ px: number; ns: number; isDrag: boolean }>(undefined);
  const end = () => {
    grabbed.current = undefined;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const ns = nsAt(event);
    const start = grabbed.current;
    point(ns < from || ns > to ? undefined : ns);
    if (!start) return;
    start.isDrag ||= Math.abs(event.clientX - start.px) >= PRESS;
    const inside = Math.min(to, Math.max(from, ns));
    if (start.isDrag) choose([Math.min(start.ns, inside), Math.max(start.ns, inside)]);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    end();
    onPointerMove(event);
    const ns = nsAt(event);
    // A finger that moves scrolls the page.
    if (event.pointerType === 'touch' || event.button !== 0 || ns < from || ns > to) return;
    grabbed.current = { px: event.clientX, ns, isDrag: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerUp = () => {
    const start = grabbed.current;
    end();
    if (start && !start.isDrag) press(start.ns);
  };
  return { onPointerMove, onPointerDown, onPointerUp, onPointerCancel: end };
}
