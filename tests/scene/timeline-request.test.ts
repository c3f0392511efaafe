/** The followed request on the timeline, beside the one that it is held against. */
import { expect, test } from 'vitest';
import { paletteOf } from '../../src/lib/palette.ts';
import type { Fills } from '../../src/stage/fills.ts';
import {
  paintRequest,
  type RequestBar,
  type RequestLeg,
  requestHeight,
} from '../../src/stage/timeline-request.ts';
import { drawLog } from '../support/draw-log.ts';

const palette = paletteOf('light');
const fills = new Proxy({}, { get: (_, state) => String(state) }) as Fills;
const picture = { palette, fills, sizePx: 10, left: 100, width: 500 };
/** A pixel a nanosecond. */
const x = (ns: number) => 100 + ns;

const leg = (fromNs: number, toNs: number, isAlone = false): RequestLeg => ({
  fromNs,
  toNs,
  isAlone,
  state: 'waitReply',
  name: 'wire',
});
const bar = (side: 'a' | 'b', ...legs: RequestLeg[]): RequestBar => ({ side, name: side, legs });
const row = (one: RequestBar, beside?: RequestBar) => ({ ...one, id: 7, y: 4, beside });

function paint(one: RequestBar, beside?: RequestBar) {
  const log = drawLog();
  paintRequest(log.ctx, picture, row(one, beside), x);
  return log;
}

test('alone it is a bar for each phase, without lines or diamonds', () => {
  const log = paint(bar('a', leg(0, 50), leg(50, 90)));
  expect(log.calls('fillRect').map(([at, , w]) => [at, w])).toEqual([
    [100, 50],
    [150, 40],
  ]);
  expect(log.calls('lineTo')).toEqual([]);
});

test('beside another one, dotted lines join the beginnings and the ends', () => {
  const log = paint(bar('a', leg(0, 50)), bar('b', leg(20, 90)));
  expect(log.calls('moveTo').map(([at]) => at)).toEqual([100, 150]);
  expect(log.calls('lineTo').map(([at]) => at)).toEqual([120, 190]);
  expect(log.calls('setLineDash').at(-1)).toEqual([[]]);
});

test('a diamond stands in the middle of what is seen of a phase that only one has', () => {
  const log = paint(bar('a', leg(0, 40), leg(40, 80, true)), bar('b', leg(300, 900, true)));
  const tips = log.calls('moveTo').map(([at]) => at);
  expect(tips).toContain(160);
  // Of the other one only 300 to 400 lies on the picture.
  expect(tips).toContain(450);
});

test('what is out of sight leaves no line along the edge', () => {
  const log = paint(bar('a', leg(600, 700)), bar('b', leg(800, 900, true)));
  expect(log.calls('moveTo')).toEqual([]);
  expect(log.calls('fillRect')).toEqual([]);
});

test('a second bar takes room', () =>
  expect(requestHeight(true, 10)).toBeGreaterThan(requestHeight(false, 10)));
