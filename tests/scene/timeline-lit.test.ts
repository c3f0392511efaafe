/** Tests the hover highlight on the thread timeline: outlines around a request's bars, in whichever row they are, and a frame around a thread's name. */
import { describe, expect, it } from 'vitest';
import { paletteOf } from '../../src/lib/palette.ts';
import type { TimelineRow } from '../../src/model/analysis/timeline.ts';
import type { TimelineScene } from '../../src/stage/timeline.ts';
import { paintChosen, paintLight } from '../../src/stage/timeline-highlight.ts';

const palette = paletteOf('light');
const caller: TimelineRow = { kind: 'lane', class: 'caller', lane: 3 };
const others: TimelineRow = { kind: 'others', class: 'caller', lanes: [4, 5] };
const scene = {
  side: 'a',
  palette,
  left: 100,
  width: 1100,
  height: 60,
  sizePx: 10,
  rows: [
    { row: caller, name: 'Caller 4', y: 4, h: 13 },
    { row: others, name: '2 more callers', y: 20, h: 26 },
  ],
  request: undefined,
} as unknown as TimelineScene;
const view = { fromNs: 0, toNs: 1000 };

/** The rectangles that are stroked, by colour. */
function strokes(paint: (ctx: CanvasRenderingContext2D) => void) {
  const found: { colour: unknown; box: number[] }[] = [];
  const ctx = {
    strokeStyle: '' as unknown,
    lineWidth: 1,
    setLineDash: () => {},
    strokeRect(...box: number[]) {
      found.push({ colour: this.strokeStyle, box });
    },
  };
  paint(ctx as unknown as CanvasRenderingContext2D);
  return found;
}

const none = { lane: -1, request: -1, stretches: [] };

describe('on the timeline', () => {
  it('a request has its stretches outlined, each in its row, and with paper around', () => {
    const stretches = [
      { row: caller, fromNs: 200, toNs: 700 },
      { row: others, fromNs: 300, toNs: 300 },
      { row: caller, fromNs: 2000, toNs: 3000 },
    ];
    const drawn = strokes((ctx) => paintLight(ctx, scene, view, { ...none, request: 7, stretches }));
    const outlines = drawn.filter(({ colour }) => colour === palette.focus).map(({ box }) => box);
    // One is out of sight; what takes no time is wide enough to be found.
    expect(outlines).toEqual([
      [300, 4, 500, 13],
      [398.5, 20, 3, 26],
    ]);
    expect(drawn.filter(({ colour }) => colour === palette.paper)).toHaveLength(2);
  });

  it('a thread has its name framed; one without a row of its own has none', () => {
    expect(strokes((ctx) => paintLight(ctx, scene, view, { ...none, lane: 3 }))).toHaveLength(1);
    expect(strokes((ctx) => paintLight(ctx, scene, view, { ...none, lane: 5 }))).toHaveLength(0);
    expect(strokes((ctx) => paintLight(ctx, scene, view, none))).toHaveLength(0);
  });

  it('the bar that is chosen looks otherwise than what is pointed at', () => {
    const drawn = strokes((ctx) => paintChosen(ctx, scene, view, { row: caller, fromNs: 100, toNs: 200 }));
    expect(drawn.map(({ colour }) => colour)).toContain(palette.ink);
    expect(drawn.map(({ colour }) => colour)).not.toContain(palette.focus);
  });
});
