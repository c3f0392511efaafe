/** What the machines and the places are called, with their sizes. */
import type { RunLayout } from '../playback/player.ts';
import { hasPool } from './counters.ts';
import { isOnServer, nodeLanes, threadOf } from './lanes.ts';
import type { Caption, SceneLayout } from './places.ts';
import type { SceneText } from './text.ts';

export function machineTitles(run: RunLayout, text: SceneText) {
  const { clientCores, serverCores } = run;
  return {
    client: text.message('stage.machine.client', { cores: clientCores }),
    network: text.message('stage.machine.network'),
    server:
      serverCores > 0
        ? text.message('stage.machine.server', { cores: serverCores })
        : text.message('stage.machine.same'),
  };
}

const serverThreads = ({ lanes }: RunLayout): number =>
  lanes.reduce((sum, group) => sum + (isOnServer(group.class) ? group.count : 0), 0);

export function zoneTitles(run: RunLayout, text: SceneText) {
  const { callers, connections, loops } = run;
  const nodes = nodeLanes(run).length;
  const io = hasPool(run)
    ? loops > 0
      ? text.message('stage.place.poolAndLoops', { connections, loops })
      : nodes > 1
        ? text.message('stage.place.pools', { nodes, connections: connections / nodes })
        : text.message('stage.place.pool', { connections })
    : text.message('stage.place.loops', { loops });
  return {
    callers: text.message('stage.place.callers', { callers }),
    io,
    wire: text.message('stage.place.wire', { connections }),
    server:
      nodes > 1
        ? text.message('stage.place.cluster', { nodes })
        : text.message('stage.place.server', { threads: serverThreads(run) }),
  };
}

/** What the client's other threads are, left of their boxes; nothing where a title has taken the room. */
export function otherNames(
  run: RunLayout,
  boxes: SceneLayout['others'],
  room: number,
  text: SceneText,
  sizePx: number,
): Caption[] {
  const own = boxes
    .flatMap(({ lane }) => threadOf(run, lane)?.class ?? [])
    .filter((name) => !isOnServer(name));
  const first = boxes[0]?.box;
  if (!first || own.length === 0) return [];
  const words = [...new Set(own)].map((name) => text.message(`stage.other.${name}`)).join(' · ');
  const smallPx = Math.max(11, sizePx - 1);
  if (text.measure(words, smallPx) + sizePx > room - own.length * sizePx) return [];
  const place = { x: first.x - sizePx * 0.4, y: first.y + first.h, sizePx: smallPx };
  return [{ text: words, ...place, tone: 'soft', align: 'right' }];
}
