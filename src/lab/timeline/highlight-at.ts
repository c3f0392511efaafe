import type { Excerpt } from '../../model/analysis/excerpt.ts';
import { journeyOf } from '../../model/analysis/journey.ts';
import { spanAt, type TimelineRow } from '../../model/analysis/timeline.ts';
import { noRequest } from '../../model/engine/generated/abi.ts';
import type { Side } from '../../model/playback/player.ts';
import type { Highlight } from '../marks/focus-state.ts';

/**
 * The item in a row at an instant: its thread, and the request that it works on or waits with. Nothing for
 * several threads.
 */
export function highlightAt(
  excerpt: Excerpt | undefined,
  side: Side,
  row: TimelineRow,
  timeNs: number,
): Highlight | undefined {
  if (row.kind === 'others') return undefined;
  const { lane } = row;
  const span = excerpt ? spanAt(excerpt, lane, timeNs) : -1;
  const request = excerpt?.request[span] ?? noRequest;
  if (!excerpt || request === noRequest) return { side, lane };
  const journey = journeyOf(excerpt, request);
  return { side, lane, request, span: journey?.isWhole ? [journey.beginNs, journey.endNs] : undefined };
}
