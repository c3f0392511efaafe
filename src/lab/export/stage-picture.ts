/**
 * The stage at one instant as a drawing: both sides with names, the time scale and the legend of patterns.
 */
import type { Box } from '../../charts/chart.ts';
import { statePattern } from '../../charts/pattern.ts';
import { px, type SvgNode, svg } from '../../charts/svg.ts';
import { APPEARANCES, type Appearance, type Palette } from '../../lib/palette.ts';
import type { Side } from '../../model/playback/player.ts';
import type { CanvasStyle } from '../../stage/canvas-style.ts';
import type { Fills } from '../../stage/fills.ts';
import type { SceneText } from '../../stage/text.ts';

export interface PicturedSide {
  readonly id: Side;
  readonly title: string;
  readonly subtitle: string;
  /** Text: number of requests in progress. */
  readonly count: string;
  readonly canvas: (style: CanvasStyle) => readonly SvgNode[];
}

export interface StagePictureWords {
  /** Text: the slowdown, or the length of the time shown. */
  readonly scale: string;
  /** States with different looks, and their names. */
  readonly states: readonly (readonly [look: Appearance, name: string])[];
  /** Meaning of the colour of a side. */
  readonly dot: string;
  readonly text: SceneText;
}

const WIDTH = 1200;
const FONT_PX = 14;
/** Font size on the canvas, px: the largest at which the labels of the ring fit. */
const CANVAS_PX = 13;
const LINE = 20;
/** Head and canvas of a side. */
const HEAD = 28;
const CANVAS = 250;
const GAP = 12;
/** Swatches of the legend. */
const SWATCH = { w: 18, h: 14 };

/** Size of the drawing. */
export const stageBox = (sides: number): Box => ({
  width: WIDTH,
  height: LINE + sides * (HEAD + CANVAS + GAP) + 2 * LINE,
  fontSize: FONT_PX,
});

const idOf = (state: Appearance): string => `state-${state}`;
const isPlain = (palette: Palette, state: Appearance): boolean =>
  ['solid', 'hollow'].includes(palette.states[state].pattern);
const fillOf = (palette: Palette, state: Appearance): string =>
  isPlain(palette, state) ? palette.states[state].fill : `url(#${idOf(state)})`;

export function stagePicture(
  sides: readonly PicturedSide[],
  words: StagePictureWords,
  palette: Palette,
): SvgNode {
  const { width, height } = stageBox(sides.length);
  const patterns = APPEARANCES.filter((state) => !isPlain(palette, state));
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height },
    svg('defs', {}, ...patterns.map((state) => statePattern(idOf(state), state, palette))),
    written(words.scale, width, FONT_PX, { fill: palette.inkSoft, textAnchor: 'end' }),
    ...sides.map((side, i) => sideAt(LINE + i * (HEAD + CANVAS + GAP), side, words, palette)),
    legend(LINE + sides.length * (HEAD + CANVAS + GAP) + FONT_PX, words, palette),
  );
}

const written = (text: string, x: number, y: number, attributes: SvgNode['attributes']): SvgNode =>
  svg('text', { x: px(x), y: px(y), fontSize: FONT_PX, ...attributes }, text);

const shifted = (x: number, y: number, ...children: readonly SvgNode[]): SvgNode =>
  svg('g', { transform: `translate(${px(x)} ${px(y)})` }, ...children);

function sideAt(
  y: number,
  { id, title, subtitle, count, canvas }: PicturedSide,
  { text }: StagePictureWords,
  palette: Palette,
): SvgNode {
  const states = APPEARANCES.map((state) => [state, fillOf(palette, state)]);
  const fills = { ...Object.fromEntries(states), cap: palette.ink } as Fills;
  const style = { width: WIDTH, height: CANVAS, sizePx: CANVAS_PX, palette, fills, text };
  const name = { fontWeight: 600, fill: palette.ink };
  const subtitleX = 28 + text.measure(title, FONT_PX, true) + 14;
  return shifted(
    0,
    y,
    svg('rect', { width: 18, height: 18, rx: 4, fill: palette.accent[id] }),
    written(id.toUpperCase(), 9, 14, { fontWeight: 700, fill: palette.paper, textAnchor: 'middle' }),
    written(title, 28, 14, name),
    written(subtitle, subtitleX, 14, { fill: palette.inkSoft }),
    written(count, WIDTH, 14, { fill: palette.ink, textAnchor: 'end' }),
    shifted(0, HEAD, ...canvas(style)),
  );
}

function legend(y: number, { states, dot, text: words }: StagePictureWords, palette: Palette): SvgNode {
  const entries = states.map(([state, name]) => {
    const { letter, height } = palette.states[state];
    const h = Math.max(2, (SWATCH.h - 2) * height);
    return {
      text: `${letter} ${name}`,
      swatch: [
        svg('rect', {
          x: 0.5,
          y: 0.5,
          width: SWATCH.w - 1,
          height: SWATCH.h - 1,
          fill: palette.paper,
          stroke: palette.line,
        }),
        svg('rect', {
          x: 1,
          y: px(SWATCH.h - 1 - h),
          width: SWATCH.w - 2,
          height: px(h),
          fill: fillOf(palette, state),
        }),
      ],
    };
  });
  const dots = (['a', 'b'] as const).map((id, i) =>
    svg('circle', { cx: 4 + 10 * i, cy: 7, r: 4, fill: palette.accent[id] }),
  );
  const placed: SvgNode[] = [];
  let [x, row] = [0, 0];
  for (const { text, swatch } of [...entries, { text: dot, swatch: dots }]) {
    const width = SWATCH.w + 8 + words.measure(text, FONT_PX) + 20;
    if (x + width > WIDTH && x > 0) {
      x = 0;
      row++;
    }
    placed.push(
      shifted(x, row * LINE, ...swatch, written(text, SWATCH.w + 8, 12, { fill: palette.inkSoft })),
    );
    x += width;
  }
  return shifted(0, y - FONT_PX, ...placed);
}
