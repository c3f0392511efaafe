/**
 * A recorded interval as a table, one span per row: threads, segments and requests with start and end. Times
 * are exact model ns; spans still open at the end are marked.
 */
import { activities, families, phases, threadStates } from '../engine/generated/abi.ts';
import { failures } from '../engine/generated/failures.ts';
import { NO_REQUEST } from '../playback/spans.ts';
import { laneNames, type TracedSide } from './chrome-trace.ts';
import { activityOf, connectionOf, type Excerpt, endOf, workConnection } from './excerpt.ts';

/** Column names, not translated, for scripts. */
const COLUMNS = [
  'side',
  'what',
  'name',
  'activity',
  'start_ns',
  'end_ns',
  'is_over',
  'thread',
  'request',
  'connection',
  'bytes',
] as const;

type Row = { readonly [column in (typeof COLUMNS)[number]]?: string | number | undefined };

const line = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map((cell) => cell ?? '').join(',')}\r\n`;

/** The fields of a span besides its times. Connections and requests are numbered as in the Lab. */
function spanRow(excerpt: Excerpt, names: readonly string[], i: number): Row {
  const kind = excerpt.kind[i] as number;
  const lane = excerpt.lane[i] as number;
  const connection = (number: number) => (number < 0 ? undefined : number + 1);
  if (kind >= families.failed)
    return { what: 'failure', name: failures[kind - families.failed], thread: names[lane] };
  if (kind >= families.request)
    return {
      what: 'request',
      name: phases[kind - families.request],
      thread: names[lane],
      connection: connection(connectionOf(excerpt, i)),
    };
  if (kind >= families.part)
    return {
      what: 'part',
      name: phases[kind - families.part],
      thread: names[lane],
      connection: connection(connectionOf(excerpt, i)),
    };
  if (kind >= families.wire) {
    const name = kind === families.wire ? 'to the server' : 'back';
    return { what: 'segment', name, connection: lane + 1, bytes: excerpt.arg[i] };
  }
  return {
    what: 'thread',
    name: threadStates[kind],
    activity: activities[activityOf(excerpt, i)],
    thread: names[lane],
    connection: connection(workConnection(excerpt, i)),
  };
}

/** The table in pieces (RFC 4180), rows by start, so that writing a large one does not block the page. */
export function* eventLog(sides: readonly TracedSide[]): Generator<string> {
  yield line(COLUMNS);
  for (const { id, layout, excerpt } of sides) {
    const names = laneNames(layout);
    const order = Uint32Array.from({ length: excerpt.count }, (_, i) => i).sort(
      (a, b) => (excerpt.start[a] as number) - (excerpt.start[b] as number) || a - b,
    );
    for (const i of order) {
      const request = excerpt.request[i] as number;
      const row: Row = {
        side: id.toUpperCase(),
        start_ns: excerpt.start[i] as number,
        end_ns: endOf(excerpt, i),
        is_over: 1 - (excerpt.isOpen[i] as number),
        request: request === NO_REQUEST ? undefined : request,
        ...spanRow(excerpt, names, i),
      };
      yield line(COLUMNS.map((column) => row[column]));
    }
  }
}
