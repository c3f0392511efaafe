/**
 * Zoom by wheel or pinch, and the transition: the old picture grows or shrinks away while the new one
 * appears. Loaded when a pointer enters the stage.
 */

import { ZOOMS } from '../../model/scenario/url.ts';
import { isMotionReduced } from '../../ui/motion.ts';
import { ui } from '../../ui/ui-state.ts';
import { zoomBy } from '../appearance/appearance.ts';

/** Wheel distance of a step, CSS pixels, and the quiet time before the next gesture, ms. */
const WHEEL_STEP = 50;
const WHEEL_QUIET_MS = 260;
/** Ratio of finger distances for a step. */
const PINCH_STEP = 1.3;

/** +1: in, −1: out, 0: not yet, or done with this gesture. */
type ZoomStep = -1 | 0 | 1;

/** Sums the wheel distance. A trackpad continues by inertia: that is the same gesture. */
export class WheelSteps {
  private sum = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  private isDone = false;

  /** @param down distance towards the reader, CSS pixels */
  turn(down: number, timeMs: number): ZoomStep {
    if (timeMs - this.lastMs > WHEEL_QUIET_MS) {
      this.sum = 0;
      this.isDone = false;
    }
    this.lastMs = timeMs;
    this.sum += down;
    if (this.isDone || Math.abs(this.sum) < WHEEL_STEP) return 0;
    this.isDone = true;
    return this.sum < 0 ? 1 : -1;
  }
}

/** Tracks two fingers. */
export class PinchSteps {
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private startDistance = 0;

  /** A finger has moved to a point. */
  move(finger: number, x: number, y: number): ZoomStep {
    const isNew = !this.fingers.has(finger);
    this.fingers.set(finger, { x, y });
    const [first, second] = [...this.fingers.values()];
    if (!first || !second || this.fingers.size > 2) return 0;
    const distance = Math.hypot(first.x - second.x, first.y - second.y);
    if (isNew) this.startDistance = distance;
    if (this.startDistance <= 0) return 0;
    const ratio = distance / this.startDistance;
    if (ratio < PINCH_STEP && ratio > 1 / PINCH_STEP) return 0;
    // This pinch is done until the fingers are lifted.
    this.startDistance = 0;
    return ratio > 1 ? 1 : -1;
  }

  lift(finger: number): void {
    this.fingers.delete(finger);
  }
}

const DURATION_MS = 260;
const LINE_PX = 16;
/** Scale of the closer picture during the transition. */
const NEAR = 1.35;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Enables zoom gestures; the returned function disables them. */
export function letZoom(stage: HTMLElement): () => void {
  const wheel = new WheelSteps();
  const pinch = new PinchSteps();
  let at: Point | undefined;
  const step = (by: ZoomStep, { clientX: x, clientY: y }: MouseEvent) => {
    if (by === 0) return;
    at = { x, y };
    zoomBy(by);
    at = undefined;
  };
  const onWheel = (event: WheelEvent) => {
    const down = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
    const isPinch = event.ctrlKey || event.metaKey;
    if (down === 0 || (!isPinch && canScroll(event.target, down))) return;
    if (isPinch || hasNext(down < 0 ? 1 : -1)) event.preventDefault();
    // A pinch on a trackpad arrives as a wheel event with small distances.
    step(wheel.turn(isPinch ? down * 4 : down, event.timeStamp), event);
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerType === 'touch') step(pinch.move(event.pointerId, event.clientX, event.clientY), event);
  };
  const onLift = (event: PointerEvent) => pinch.lift(event.pointerId);
  stage.addEventListener('wheel', onWheel, { passive: false });
  stage.addEventListener('pointermove', onMove);
  for (const name of ['pointerup', 'pointercancel'] as const) stage.addEventListener(name, onLift);
  const unsubscribe = ui.subscribe((now, before) => {
    if (now.zoom !== before.zoom && !isMotionReduced())
      fly(stage, ZOOMS.indexOf(now.zoom) > ZOOMS.indexOf(before.zoom), at);
  });
  return () => {
    stage.removeEventListener('wheel', onWheel);
    stage.removeEventListener('pointermove', onMove);
    for (const name of ['pointerup', 'pointercancel'] as const) stage.removeEventListener(name, onLift);
    unsubscribe();
  };
}

const hasNext = (by: 1 | -1): boolean => ZOOMS[ZOOMS.indexOf(ui.getState().zoom) + by] !== undefined;

/** Whether an ancestor of the target scrolls in this direction: then the wheel scrolls it. */
function canScroll(target: EventTarget | null, down: number): boolean {
  for (let box = target instanceof Element ? target : null; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    const room = down > 0 ? box.scrollHeight - box.clientHeight - box.scrollTop : box.scrollTop;
    if (room > 1 && (overflowY === 'auto' || overflowY === 'scroll' || box === document.scrollingElement))
      return true;
  }
  return false;
}

/** Called before the new zoom is shown: keeps a picture of the old one for the transition. */
function fly(stage: HTMLElement, isCloser: boolean, at: Point | undefined): void {
  const [old, fresh] = isCloser ? [NEAR, 1 / NEAR] : [1 / NEAR, NEAR];
  const timing: KeyframeAnimationOptions = { duration: DURATION_MS, easing: 'ease-out' };
  for (const side of stage.querySelectorAll<HTMLElement>('[data-side]')) {
    const picture = pictureOf(side);
    if (!picture) continue;
    const box = side.getBoundingClientRect();
    const origin = at ? `${at.x - box.left}px ${at.y - box.top}px` : 'center';
    const frame = document.createElement('div');
    // Outside its side it would cover the other one.
    Object.assign(frame.style, {
      position: 'fixed',
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
      overflow: 'hidden',
      pointerEvents: 'none',
      zIndex: '3',
    });
    frame.append(picture);
    document.body.append(frame);
    picture
      .animate([{ opacity: 1 }, { opacity: 0, transform: `scale(${old})`, transformOrigin: origin }], timing)
      .finished.finally(() => frame.remove());
  }
  requestAnimationFrame(() => {
    for (const side of stage.querySelectorAll<HTMLElement>('[data-side] canvas'))
      side.animate([{ opacity: 0, transform: `scale(${fresh})` }, { opacity: 1 }], timing);
  });
}

/** The current picture of a side, as one canvas in its place. */
function pictureOf(side: HTMLElement): HTMLCanvasElement | undefined {
  const layers = [...side.querySelectorAll('canvas')];
  const [first] = layers;
  if (!first || first.width === 0 || first.height === 0) return undefined;
  const picture = document.createElement('canvas');
  picture.width = first.width;
  picture.height = first.height;
  const context = picture.getContext('2d');
  for (const layer of layers) context?.drawImage(layer, 0, 0);
  const [outer, inner] = [side.getBoundingClientRect(), first.getBoundingClientRect()];
  Object.assign(picture.style, {
    position: 'absolute',
    left: `${inner.left - outer.left}px`,
    top: `${inner.top - outer.top}px`,
    width: `${inner.width}px`,
    height: `${inner.height}px`,
  });
  return picture;
}
