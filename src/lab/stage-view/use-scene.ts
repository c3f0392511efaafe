import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from 'use-intl';
import { paletteOf, type ThemeName } from '../../lib/palette.ts';
import { DENSE_FROM, FLAT_OUT, glideSpeed } from '../../lib/speed.ts';
import type { Player, Side } from '../../model/playback/player.ts';
import { paintBackdrop } from '../../stage/backdrop.ts';
import { createDots } from '../../stage/dot-columns.ts';
import { createFills } from '../../stage/fills.ts';
import { type Arrange, TALL_BELOW } from '../../stage/layout.ts';
import { tallLayout } from '../../stage/layout-tall.ts';
import { wideLayout } from '../../stage/layout-wide.ts';
import { type Moment, paintFrame } from '../../stage/paint.ts';
import type { Scene } from '../../stage/places.ts';
import { paintRings } from '../../stage/rings.ts';
import { createSceneText, fontOf, type SceneText } from '../../stage/text.ts';
import type { Surface } from '../../ui/CanvasHost.tsx';
import { focus } from '../marks/focus-state.ts';
import { useTranslate } from './use-translate.ts';

export interface SceneOptions {
  readonly player: Player;
  readonly side: Side;
  readonly theme: ThemeName;
  readonly reducedMotion: boolean;
  /** The request that stays pointed out, or −1. */
  readonly pinned: number;
  /** Whether no other side is shown, to whose size of text and dots this one would keep. */
  readonly isAlone: boolean;
  /** Where everything is; absent: client and server with all their parts. */
  readonly arrange?: Arrange;
}

export const makeCanvas = (width: number, height: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
};

/** Builds one side's scene whenever something it depends on changes, and paints it on every frame of the player. */
export function useScene(options: SceneOptions) {
  const { player, side, theme, reducedMotion, pinned, isAlone, arrange: asked } = options;
  const [surface, setSurface] = useState<Surface | null>(null);
  const parts = partsLayout(surface);
  const arrange = asked ?? parts;
  const text = useSceneText(surface);
  const isVisible = useRef(true);
  const track = player.tracks.find(({ id }) => id === side);

  const scene = useMemo((): Scene | null => {
    const [below, above] = surface?.contexts ?? [];
    if (!surface || !below || !above || !text || !track || !arrange) return null;
    const palette = paletteOf(theme);
    const beside = player.tracks.flatMap((other) => (isAlone || other === track ? [] : [other.layout]));
    const layout = arrange(track.layout, surface.width, surface.height, text, surface.fontPx, beside);
    const fills = createFills(above, palette, surface.density, makeCanvas);
    return { side, layout, palette, fills, text, dots: createDots(layout), isReduced: reducedMotion };
  }, [surface, text, player, track, theme, side, reducedMotion, isAlone, arrange]);

  useEffect(() => {
    const [below, above] = surface?.contexts ?? [];
    if (!scene || !below || !above || !track) return;
    paintBackdrop(below, scene);
    // What passes faster than the eye follows is a density; where it stands still, everything can be pointed at again.
    const dense = { ...scene, isReduced: true };
    const isDense = () => player.playhead.playing && player.playhead.speed >= DENSE_FROM;
    const moment = { speed: 0, request: -1 };
    // Loaded with the first thread that is pointed out.
    const paint = () => {
      const { speed, playing } = player.playhead;
      // Flat out the stage stands still: a picture from anywhere at each frame would only flicker.
      if (!isVisible.current || (playing && speed === FLAT_OUT)) return;
      moment.speed = glideSpeed(speed);
      const { lit, thread, instant } = focus.getState();
      moment.request = lit?.request ?? pinned;
      paintFrame(above, instant?.[side] ?? track.frame, isDense() ? dense : scene, moment satisfies Moment);
      paintRings(above, scene, lit, thread);
    };
    // Cuts instead of movement: it is shown as often as listeners are called, a few times a second. Densities, too: at every frame
    // they would flash more than three times a second.
    const isCut = () => isDense() || (reducedMotion && player.playhead.playing);
    const ends = [
      player.addPainter(() => {
        if (!isCut()) paint();
      }),
      player.subscribe(() => {
        if (isCut()) paint();
      }),
      focus.subscribe(({ lit, thread, instant }, old) => {
        if (lit !== old.lit || thread !== old.thread || instant !== old.instant) player.repaint();
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

/** The arrangement of client and server with all their parts. */
const partsLayout = (surface: Surface | null): Arrange =>
  surface !== null && surface.width < TALL_BELOW ? tallLayout : wideLayout;

/** The words of the canvas in the language and font of its place. */
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
