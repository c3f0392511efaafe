/** For how long connections have been in the hands of a request: asked only where a pointer rests, so in no column of a frame. */
import type { Recording } from '../playback/recording.ts';
import { OPEN, REQUEST_KIND } from '../playback/spans.ts';

/**
 * Since when, ns, a request has had the connection on which it is at `timeNs`, as far back as it is recorded; undefined when it is not
 * on it then. A request is in one phase after the other: a chunk that does not show it lies before it.
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
    let isSeen = false;
    for (let i = 0; i < count; i++) {
      if (request[i] !== id || arg[i] !== connection + 1) continue;
      const from = start[i] as number;
      if (((kind[i] as number) & ~OPEN) < REQUEST_KIND || from > timeNs) continue;
      isSeen = true;
      since = Math.min(since ?? from, from);
    }
    if (!isSeen) break;
  }
  return since;
}
