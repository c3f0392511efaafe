import { useCallback, useEffect, useRef, useState } from 'react';
import { type Palette, paletteOf, type ThemeName } from '../../lib/palette.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { inset, type Rect, rect } from '../../stage/geometry.ts';
import { type BarFills, type BarPlaces, type Bars, createBars, paintBars } from '../../stage/process-bars.ts';
import { type ClientProcesses, clientsOf } from '../../stage/processes.ts';
import { createStripes } from '../../stage/stripes.ts';
import type { Surface } from '../../ui/CanvasHost.tsx';
import { makeCanvas } from '../stage-view/use-scene.ts';

interface BarsOptions {
  readonly player: Player;
  readonly track: Track;
  readonly theme: ThemeName;
  /** Whether pictures change a few times a second only. */
  readonly isCut: boolean;
}

/** Border and padding of a tile, and the border of the queue, CSS pixels. */
const TILE_EDGE = 2;
const QUEUE_EDGE = 1;

/**
 * Paints the bars of a strip on one canvas over it. A change of an element's style per frame and process would cost
 * the browser style, layout and painting of each.
 */
export function useBars({ player, track, theme, isCut }: BarsOptions) {
  const strip = useRef<HTMLElement>(null);
  const [surface, setSurface] = useState<Surface>();
  const isVisible = useRef(true);
  const largest = useRef(1);

  useEffect(() => {
    const section = strip.current;
    const [context] = surface?.contexts ?? [];
    if (!section || !surface || !context) return;
    const clients = clientsOf(track.layout);
    const fills = fillsOf(context, paletteOf(theme), surface.density);
    let bars: Bars | undefined;
    const draw = () => {
      if (bars && isVisible.current && paintBars(context, track.frame, bars)) largest.current = bars.largest;
    };
    // Tiles wrap and the queue shrinks with what is beside them. Observing measures at once.
    const resize = new ResizeObserver(() => {
      context.font = `${surface.fontPx}px ${surface.family}`;
      bars = createBars(clients, placesIn(section, clients, context), fills, largest.current);
      draw();
    });
    for (const box of [section, ...section.querySelectorAll('[data-client], [data-queue]')])
      resize.observe(box);
    const end = isCut ? player.subscribe(draw) : player.addPainter(draw);
    return () => {
      resize.disconnect();
      end();
    };
  }, [surface, player, track, theme, isCut]);

  const setVisible = useCallback(
    (visible: boolean) => {
      isVisible.current = visible;
      if (visible) player.repaint();
    },
    [player],
  );
  return { strip, setSurface, setVisible };
}

/** The places of all bars in a strip. */
function placesIn(
  section: HTMLElement,
  clients: readonly ClientProcesses[],
  context: CanvasRenderingContext2D,
): BarPlaces {
  const origin = section.getBoundingClientRect();
  const boxOf = (element: Element, edge: number): Rect => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return inset(rect(left - origin.left, top - origin.top, width, height), edge);
  };
  const queue = section.querySelector('[data-queue]');
  return {
    width: origin.width,
    height: origin.height,
    tiles: [...section.querySelectorAll<HTMLElement>('[data-process]')].map((tile) => ({
      process: Number(tile.dataset.process),
      box: boxOf(tile, TILE_EDGE),
    })),
    queue: queue ? boxOf(queue, QUEUE_EDGE) : rect(0, 0, 0, 0),
    numbers: clients.map(({ number }) => {
      const text = String(number + 1);
      return { text, width: context.measureText(text).width };
    }),
  };
}

/** The colours of the bars, the same as those of the legend in the style sheet. */
function fillsOf(context: CanvasRenderingContext2D, palette: Palette, density: number): BarFills {
  const { ink, inkSoft, panel, line, wash } = palette;
  const stripes = (pattern: Parameters<typeof createStripes>[1]) =>
    createStripes(context, pattern, density, makeCanvas);
  return {
    waiting: stripes({ colour: inkSoft, width: 2, period: 4, isFalling: true }),
    atServer: ink,
    outline: inkSoft,
    shares: [wash.a, stripes({ colour: line, ground: panel, width: 2, period: 6 })],
    ink,
  };
}
