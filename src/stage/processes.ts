/** The processes of a fleet, by client. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';

/** Processes of a client that have a tile; a row of more could not be read. */
export const MOST_TILES = 48;

/** The processes of one client, which follow each other. */
export interface ClientProcesses {
  /** Its number among the clients, the scenario's own first. */
  readonly number: number;
  /** Empty for the scenario's own client. */
  readonly name: string;
  /** Its first process, and how many it has. */
  readonly first: number;
  readonly instances: number;
}

/** The clients of a run with several processes; of any other, none. */
export function clientsOf({ instances = [], clientNames = [] }: RunLayout): ClientProcesses[] {
  let first = 0;
  return instances.map((count, number) => {
    const client = { number, name: clientNames[number] ?? '', first, instances: count };
    first += count;
    return client;
  });
}

/** Requests of a client that wait in its processes, and that are at the server. */
export function requestsOf(
  { first, instances }: ClientProcesses,
  { processes }: Frame,
): { waiting: number; atServer: number } {
  let [waiting, atServer] = [0, 0];
  for (let process = first; process < first + instances; process++) {
    waiting += processes.waiting[process] as number;
    atServer += processes.atServer[process] as number;
  }
  return { waiting, atServer };
}

/** The processes of a client that have a tile: its first ones, and the shown one in any case. */
export function tilesOf({ first, instances }: ClientProcesses, shown: number): number[] {
  const tiles = Array.from({ length: Math.min(instances, MOST_TILES) }, (_, i) => first + i);
  const isHidden = shown >= first + MOST_TILES && shown < first + instances;
  return isHidden ? [...tiles.slice(0, -1), shown] : tiles;
}

/** Number of the client that the server's threads work for; −1 if none, or if it cannot be said. */
export function servedClient({ known, processes, threads }: Frame, layout: RunLayout): number {
  if (!known) return -1;
  const other = processes.served.indexOf(1);
  const process = other >= 0 ? other : isServed(threads, layout) ? (layout.process ?? 0) : -1;
  return process < 0
    ? -1
    : clientsOf(layout).findIndex(({ first, instances }) => process < first + instances);
}

/** Whether a thread of the server works for the shown process. */
function isServed({ connection }: Frame['threads'], { lanes }: RunLayout): boolean {
  let first = 0;
  for (const { class: name, count } of lanes) {
    for (let lane = first; lane < first + count; lane++)
      if (name.startsWith('server') && (connection[lane] as number) >= 0) return true;
    first += count;
  }
  return false;
}
