import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import { paletteOf, type ThemeName } from '../../lib/palette.ts';
import { DENSE_FROM, glideSpeed, UNLIMITED_SPEED } from '../../lib/speed.ts';
import type { Player, Side } from '../../model/playback/player.ts';
import { paintBackdrop } from '../../stage/backdrop.ts';
import { createDots } from '../../stage/dot-columns.ts';
import { createFills } from '../../stage/fills.ts';
import { type Arrange, TALL_BELOW } from '../../stage/layout.ts';
import { tallLayout } from '../../stage/layout-tall.ts';
import { wideLayout } from '../../stage/layout-wide.ts';
import { createMeans } from '../../stage/means.ts';
import { type Moment, paintFrame } from '../../stage/paint.ts';
import type { Scene } from '../../stage/places.ts';
import { paintRings } from '../../stage/rings.ts';
import { createSceneText, fontOf, type SceneText } from '../../stage/text.ts';
import type { Surface } from '../../ui/CanvasHost.tsx';
import { focus } from '../marks/focus-state.ts';
import { useTranslate } from './use-message.ts';

export interface SceneOptions {
  readonly player: Player;
  readonly side: Side;
  readonly theme: ThemeName;
  readonly reducedMotion: boolean;
  /** The highlighted request, or −1. */
  readonly pinned: number;
  /** Whether no other side is visible, whose text and dot size this one would match. */
  readonly isAlone: boolean;
  /** The layout; absent: client and server with all their parts. */
  readonly arrange?: Arrange;
}

export const makeCanvas = (width: number, height: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
};

/** Builds one side's scene after each change of its inputs, and paints it on every frame of the player. */
export function useScene(options: SceneOptions) {
  const { player, side, theme, reducedMotion, pinned, isAlone, arrange: requestedLayout } = options;
  const [surface, setSurface] = useState<Surface | null>(null);
  const parts = partsLayout(surface);
  const arrange = requestedLayout ?? parts;
  const text = useSceneText(surface);
  const isVisible = useRef(true);
  const track = player.tracks.find(({ id }) => id === side);

  const scene = useMemo((): Scene | null => {
    const [below, above] = surface?.contexts ?? [];
    if (!surface || !below || !above || !text || !track || !arrange) return null;
    const palette = paletteOf(theme);
    const otherLayouts = player.tracks.flatMap((other) => (isAlone || other === track ? [] : [other.layout]));
    const layout = arrange(track.layout, surface.width, surface.height, text, surface.fontPx, otherLayouts);
    const fills = createFills(above, palette, surface.density, makeCanvas);
    const dots = createDots(layout);
    const means = createMeans(layout);
    return { side, layout, palette, fills, text, dots, isReduced: reducedMotion, means };
  }, [surface, text, player, track, theme, side, reducedMotion, isAlone, arrange]);

  useEffect(() => {
    const [below, above] = surface?.contexts ?? [];
    if (!scene || !below || !above || !track) return;
    paintBackdrop(below, scene);
    // At high speed single requests become a density; while paused everything is drawn and can be pointed at.
    const dense = { ...scene, isReduced: true };
    const isDense = () => player.playhead.playing && player.playhead.speed >= DENSE_FROM;
    const moment = { speed: 0, request: -1, isPlaying: false };
    // Loaded with the first highlighted thread.
    const paint = () => {
      const { speed, playing } = player.playhead;
      // At maximum speed the stage is not drawn: unrelated pictures at each frame would flicker.
      if (!isVisible.current || (playing && speed === UNLIMITED_SPEED)) return;
      moment.speed = glideSpeed(speed);
      const { highlighted, thread, instant } = focus.getState();
      moment.request = highlighted?.request ?? pinned;
      moment.isPlaying = playing && !instant?.[side];
      paintFrame(above, instant?.[side] ?? track.frame, isDense() ? dense : scene, moment satisfies Moment);
      paintRings(above, scene, highlighted, thread);
    };
    // Cuts instead of motion: painted a few times a second. Densities too, which could flash more than three
    // times a second.
    const isCut = () => isDense() || (reducedMotion && player.playhead.playing);
    const ends = [
      player.addPainter(() => {
        if (!isCut()) paint();
      }),
      player.subscribe(() => {
        if (isCut()) paint();
      }),
      focus.subscribe(({ highlighted, thread, instant }, old) => {
        if (highlighted !== old.highlighted || thread !== old.thread || instant !== old.instant)
          player.repaint();
      }),
    ];
    paint();
    return () => {
      for (const end of ends) end();
    };
  }, [scene, surface, player, track, side, reducedMotion, pinned]);

  const setVisible = useCallback(
    (visible: boolean) => {
      isVisible.current = visible;
      if (visible) player.repaint();
    },
    [player],
  );
  return { scene, track, setSurface, setVisible };
}

/** The layout of client and server with all their parts. */
const partsLayout = (surface: Surface | null): Arrange =>
  surface !== null && surface.width < TALL_BELOW ? tallLayout : wideLayout;

/** The canvas texts in the language and font of their place. */
export function useSceneText(surface: Surface | null): SceneText | null {
  const translate = useTranslate();
  const locale = useLocale();
  const context = surface?.contexts[0];
  const family = surface?.family;
  return useMemo(() => {
    if (!context || !family) return null;
    const text: SceneText = createSceneText(translate, {
      locale,
      family,
      measure: (line, sizePx, isBold) => {
        context.font = fontOf(text, sizePx, isBold);
        return context.measureText(line).width;
      },
    });
    return text;
  }, [translate, locale, context, family]);
}
