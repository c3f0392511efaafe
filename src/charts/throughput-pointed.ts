/** The instant of the throughput that is pointed at. It is drawn above the lines, and comes with the first one. */
import type { Palette } from '../lib/palette.ts';
import type { Box } from './chart.ts';
import { crosshair } from './marks/crosshair.ts';
import type { SvgNode } from './svg.ts';
import { frameOf, stepAt, type ThroughputData, type ThroughputWords } from './throughput-over-time.ts';

/** Nothing where the instant is out of sight. */
export function pointedMarks(
  data: ThroughputData,
  box: Box,
  palette: Palette,
  words: ThroughputWords,
): SvgNode[] {
  const { pointedNs, fromNs, toNs } = data;
  if (pointedNs === undefined || pointedNs < fromNs || pointedNs > toNs) return [];
  const { area, x, y } = frameOf(data, box, words);
  const points = data.sides.flatMap((side) => {
    const { value } = stepAt(side, pointedNs);
    return value === undefined ? [] : [{ side: side.id, y: y(value) }];
  });
  return crosshair(x(pointedNs), points, area, palette);
}
