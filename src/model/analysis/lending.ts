/**
 * How long requests have held their connections. Computed on demand for the pointer, hence not a column of
 * frames.
 */
import type { Recording } from '../playback/recording.ts';
import { OPEN, REQUEST_KIND } from '../playback/spans.ts';

/**
 * When a request got the connection that it holds at `timeNs`, ns, as far back as recorded; undefined if it
 * does not hold it then. Phases are contiguous, so a chunk without the request is before it.
 */
export function hasConnectionSince(
  recording: Recording,
  id: number,
  connection: number,
  timeNs: number,
): number | undefined {
  let since: number | undefined;
  const [first] = recording.chunksBetween(timeNs, timeNs);
  for (let chunk = first; chunk; chunk = recording.chunksBetween(chunk.fromNs - 1, timeNs)[0]) {
    const { count, request, kind, arg, start } = chunk;
    let isInChunk = false;
    for (let i = 0; i < count; i++) {
      if (request[i] !== id || arg[i] !== connection + 1) continue;
      const from = start[i] as number;
      if (((kind[i] as number) & ~OPEN) < REQUEST_KIND || from > timeNs) continue;
      isInChunk = true;
      since = Math.min(since ?? from, from);
    }
    if (!isInChunk) break;
  }
  return since;
}
