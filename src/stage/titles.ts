/** Titles of machines and places, with their sizes. */
import type { RunLayout } from '../model/playback/player.ts';
import { ioPlace, unusedLoops } from './io.ts';
import { hasProxy, isOnServer, nodeLanes, threadOf } from './lanes.ts';
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
  const { callers, runtime, connections, loops } = run;
  const nodes = nodeLanes(run).length;
  const place = ioPlace(run);
  const io = text.message(
    `stage.place.${place}`,
    place === 'pools'
      ? { nodes, connections: connections / nodes }
      : { connections, loops, unused: unusedLoops(run) },
  );
  return {
    callers: text.message('stage.place.callers', { callers, runtime }),
    io,
    wire: text.message(hasProxy(run) ? 'stage.place.wireProxy' : 'stage.place.wire', { connections }),
    server:
      nodes > 1
        ? text.message('stage.place.cluster', { nodes })
        : text.message('stage.place.server', { threads: serverThreads(run) }),
  };
}

/** Names of the client's other threads. */
export function otherWords(run: RunLayout, lanes: readonly number[], text: SceneText): string {
  const classes = lanes
    .flatMap((lane) => threadOf(run, lane)?.class ?? [])
    .filter((name) => !isOnServer(name));
  return [...new Set(classes)].map((name) => text.message(`stage.other.${name}`)).join(' · ');
}

/** These names to the left of the threads' boxes; empty if a title takes the room. */
export function otherNames(
  run: RunLayout,
  boxes: SceneLayout['others'],
  room: number,
  text: SceneText,
  sizePx: number,
): Caption[] {
  const words = otherWords(
    run,
    boxes.map(({ lane }) => lane),
    text,
  );
  const [first, last] = [boxes[0]?.box, boxes.at(-1)?.box];
  if (!first || !last || words === '') return [];
  const smallPx = Math.max(11, sizePx - 1);
  const boxesW = last.x + last.w - first.x;
  if (text.measure(words, smallPx) + sizePx + boxesW > room) return [];
  const place = { x: first.x - sizePx * 0.4, y: first.y + first.h, sizePx: smallPx };
  return [{ text: words, ...place, tone: 'soft', align: 'right' }];
}
