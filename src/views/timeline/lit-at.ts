import type { Excerpt } from '../../analysis/excerpt.ts';
import { journeyOf } from '../../analysis/journey.ts';
import { spanAt, type TimelineRow } from '../../analysis/timeline.ts';
import { noRequest } from '../../engine/generated/abi.ts';
import type { Side } from '../../playback/player.ts';
import type { Lit } from '../../stores/focus.ts';

/** What is pointed at in a row at an instant: its thread, and the request that it works for or waits with. Of several threads: nothing. */
export function litAt(
  excerpt: Excerpt | undefined,
  side: Side,
  row: TimelineRow,
  timeNs: number,
): Lit | undefined {
  if (row.kind === 'others') return undefined;
  const { lane } = row;
  const span = excerpt ? spanAt(excerpt, lane, timeNs) : -1;
  const request = excerpt?.request[span] ?? noRequest;
  if (!excerpt || request === noRequest) return { side, lane };
  const journey = journeyOf(excerpt, request);
  return { side, lane, request, span: journey?.isWhole ? [journey.beginNs, journey.endNs] : undefined };
}
