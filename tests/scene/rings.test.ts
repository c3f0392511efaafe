/** Threads that are pointed out on the stage, whatever they are drawn as. */
import { describe, expect, it } from 'vitest';
import type { RunLayout } from '../../src/model/workers/protocol.ts';
import { pick } from '../../src/stage/pick.ts';
import { paintRings } from '../../src/stage/rings.ts';
import { layoutOf } from '../support/chunks.ts';
import { drawLog } from '../support/draw-log.ts';
import { sceneOf } from '../support/scenes.ts';

const runs: readonly [string, RunLayout][] = [
  ['few threads on a pool', layoutOf({ callers: 8, connections: 4 })],
  ['many threads and their event loops', layoutOf({ callers: 200, loops: 4, connections: 4 })],
];

describe.each(runs)('rings around %s', (_, layout) => {
  const lanes = layout.lanes.reduce((sum, { count }) => sum + count, 0);
  const scene = sceneOf(layout);
  const painted = (pointed: number, chosen: number) => {
    const log = drawLog();
    paintRings(log.ctx, scene, { side: 'a', lane: pointed }, { side: 'a', lane: chosen });
    return log;
  };

  it('are around the very thread that is below a pointer within them', () => {
    for (let lane = 0; lane < lanes; lane++) {
      const log = painted(lane, -1);
      const [box] = log.calls('rect') as [number, number, number, number][];
      const [wheel] = log.calls('arc') as [number, number, number][];
      const [x, y] = box ? [box[0] + box[2] / 2, box[1] + box[3] / 2] : [wheel?.[0] ?? 0, wheel?.[1] ?? 0];
      const frame = { known: true, requests: { count: 0 }, byPhase: [], load: [], holder: [] };
      expect(pick(frame as never, scene, x, y), `lane ${lane}`).toEqual({ kind: 'thread', lane });
    }
  });

  it('are dashed for a chosen one, solid for one that is pointed at, and once for both', () => {
    expect(painted(0, -1).entries).not.toContain('setLineDash(4,2)');
    expect(painted(-1, 1).entries).toContain('setLineDash(4,2)');
    expect(painted(1, 1).entries).not.toContain('setLineDash(4,2)');
    expect(painted(-1, -1).entries).toEqual([]);
    const log = drawLog();
    paintRings(log.ctx, scene, { side: 'b', lane: 1 }, { side: 'b', lane: 2 });
    expect(log.entries).toEqual([]);
  });
});

it('what has no place of its own has no ring', () => {
  const scene = sceneOf(layoutOf({ callers: 20_000, connections: 4 }));
  const log = drawLog();
  paintRings(log.ctx, scene, { side: 'a', lane: 5 }, undefined);
  expect(log.calls('rect')).toEqual([]);
});
