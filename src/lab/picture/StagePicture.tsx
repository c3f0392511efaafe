import { useEffect, useState } from 'react';
import { paletteOf, type ThemeName } from '../../lib/palette.ts';
import { paintBackdrop } from '../../stage/backdrop.ts';
import { createDots } from '../../stage/dot-columns.ts';
import { createFills } from '../../stage/fills.ts';
import { wideLayout } from '../../stage/layout-wide.ts';
import { paintFrame } from '../../stage/paint.ts';
import type { Scene } from '../../stage/places.ts';
import { createSceneText } from '../../stage/text.ts';
import { CanvasHost, type Surface } from '../../ui/CanvasHost.tsx';
import { SIDES } from '../settings/experiment-state.ts';
import { useTheme } from '../shared/use-media.ts';
import { makeCanvas } from '../stage-view/use-scene.ts';
import styles from './StagePicture.module.css';
import { type Snapshot, snapshot } from './snapshot.ts';

/** Width in which the stage is laid out, CSS pixels; the picture is scaled down from it. */
const STAGE_WIDTH = 720;
const FONT_PX = 13;

/** A picture is too small for texts: no captions, no numbers. */
const NO_TEXT = createSceneText(() => '', { locale: 'en', family: 'sans-serif', measure: () => 0 });

/** Paints one side into an area of the canvas, CSS pixels. */
function paintSide(
  ctx: CanvasRenderingContext2D,
  { run, frame }: Snapshot,
  side: 'a' | 'b',
  area: { readonly y: number; readonly width: number; readonly height: number },
  theme: ThemeName,
  density: number,
): void {
  const scale = area.width / STAGE_WIDTH;
  const palette = paletteOf(theme);
  const arranged = wideLayout(run, STAGE_WIDTH, area.height / scale, NO_TEXT, FONT_PX);
  const layout = { ...arranged, captions: [], counters: [], paintRowWords: undefined };
  const scene: Scene = {
    side,
    layout,
    palette,
    fills: createFills(ctx, palette, density, makeCanvas),
    text: { ...NO_TEXT, count: () => '' },
    dots: createDots(layout),
    isReduced: false,
  };
  for (const paint of [
    (above: CanvasRenderingContext2D) => paintBackdrop(above, scene),
    (above: CanvasRenderingContext2D) => paintFrame(above, frame, scene, { speed: 0, request: -1 }),
  ]) {
    // Both painters clear their canvas first, so each has one of its own.
    const canvas = makeCanvas(Math.round(area.width * density), Math.round(area.height * density));
    const layer = canvas.getContext('2d');
    if (!layer) return;
    layer.scale(density * scale, density * scale);
    paint(layer);
    ctx.drawImage(canvas, 0, area.y, area.width, area.height);
  }
}

export interface StagePictureProps {
  /** Scenarios of side A and perhaps B, or what loads them once the picture is visible; missing fields have their defaults. */
  readonly scenarios: readonly unknown[] | (() => Promise<readonly unknown[]>);
  /** Absent: that of the page. */
  readonly theme?: ThemeName;
}

/** A still of the stage: an instant of a run, painted by the stage itself. It is simulated once it is visible. */
export function StagePicture({ scenarios, theme: fixedTheme }: StagePictureProps) {
  const pageTheme = useTheme();
  const theme = fixedTheme ?? pageTheme;
  const [surface, setSurface] = useState<Surface>();
  const [isSeen, setIsSeen] = useState(false);
  const [snapshots, setSnapshots] = useState<readonly (Snapshot | undefined)[]>([]);
  useEffect(() => {
    if (!isSeen) return;
    let isWanted = true;
    const take = async () => {
      const systems = typeof scenarios === 'function' ? await scenarios() : scenarios;
      const taken = await Promise.all(systems.map(snapshot));
      if (isWanted) setSnapshots(taken);
    };
    // A system that cannot be simulated has no picture.
    void take().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [isSeen, scenarios]);
  useEffect(() => {
    const [ctx] = surface?.contexts ?? [];
    if (!surface || !ctx) return;
    const { width, height, density } = surface;
    ctx.clearRect(0, 0, width, height);
    const share = height / Math.max(1, snapshots.length);
    snapshots.forEach((taken, i) => {
      if (taken)
        paintSide(ctx, taken, SIDES[i] ?? 'a', { y: i * share, width, height: share }, theme, density);
    });
  }, [surface, snapshots, theme]);
  return (
    <div className={styles.picture} data-painted={snapshots.length > 0}>
      <CanvasHost
        className={styles.canvas}
        layers={1}
        onSurface={setSurface}
        onVisible={(visible) => visible && setIsSeen(true)}
      />
    </div>
  );
}
