import { beforeAll, describe, expect, test } from 'vitest';
import type { Frame } from '../../src/model/playback/frame.ts';
import type { Recording } from '../../src/model/playback/recording.ts';
import { rect } from '../../src/stage/geometry.ts';
import { type BarPlaces, createBars, paintBars } from '../../src/stage/process-bars.ts';
import { clientsOf, requestsOf } from '../../src/stage/processes.ts';
import { createStripes } from '../../src/stage/stripes.ts';
import { drawLog } from '../support/draw-log.ts';
import { frameAt, recordPreset } from '../support/scenes.ts';

const NEIGHBOUR = {
  name: 'batch',
  client: { instances: 2 },
  workload: { arrivals: { kind: 'closed', callers: 20 } },
};
const fills = {
  waiting: 'waiting',
  atServer: 'served',
  outline: 'outline',
  shares: ['odd', 'even'],
  ink: 'ink',
} as const;
const TIMES = [0.5e6, 1e6, 2e6, 3e6, 3.9e6];

let fleet: Recording;
beforeAll(async () => {
  fleet = await recordPreset('fleet-pools', 4e6, { neighbours: [NEIGHBOUR] });
});

/** A row of tiles of 21 × 20 pixels, and below it a queue of 300 pixels. */
function places(numberWidth = 8): BarPlaces {
  const clients = clientsOf(fleet.layout);
  const processes = clients.flatMap(({ first, instances }) =>
    Array.from({ length: instances }, (_, i) => first + i),
  );
  return {
    width: 900,
    height: 60,
    tiles: processes.map((process) => ({ process, box: rect(process * 25, 0, 21, 20) })),
    queue: rect(10, 30, 300, 20),
    numbers: clients.map(({ number }) => ({ text: String(number + 1), width: numberWidth })),
  };
}

/** Filled rectangles in a colour, as [x, y, w, h]. */
function filled(entries: readonly string[], fill: string): number[][] {
  let present = '';
  return entries.flatMap((entry) => {
    present = /^fillStyle=(.*)$/.exec(entry)?.[1] ?? present;
    const numbers = /^fillRect\((.*)\)$/.exec(entry)?.[1];
    return numbers && present === fill ? [numbers.split(',').map(Number)] : [];
  });
}

const painted = (frame: Frame, bars = createBars(clientsOf(fleet.layout), places(), fills)) => {
  const log = drawLog();
  const hasPainted = paintBars(log.ctx, frame, bars);
  return { log, hasPainted, bars };
};

describe('bars of processes', () => {
  test('heights are shares of the largest count; the two bars of a process stand beside each other at the bottom of its tile', () => {
    for (const time of TIMES) {
      const frame = frameAt(fleet, time);
      const { log } = painted(frame);
      const { waiting, atServer } = frame.processes;
      const largest = Math.max(1, ...waiting, ...atServer);
      for (const [column, fill, x] of [
        [waiting, 'waiting', 0],
        [atServer, 'served', 11],
      ] as const) {
        const expected = [...column].flatMap((count, process) =>
          count === 0 ? [] : [[process * 25 + x, 20 - (20 * count) / largest, 10, (20 * count) / largest]],
        );
        const bars = filled(log.entries, fill);
        expect(bars).toHaveLength(expected.length);
        bars.forEach((bar, i) => {
          bar.forEach((value, at) => {
            expect(value).toBeCloseTo(expected[i]?.[at] as number, 1);
          });
        });
      }
    }
    expect(Math.max(...frameAt(fleet, 2e6).processes.waiting), 'something waits').toBeGreaterThan(0);
  });

  test('the queue is divided in the ratio of the clients’ requests at the server, without gaps', () => {
    const seen = new Set<number>();
    for (const time of TIMES) {
      const frame = frameAt(fleet, time);
      const { entries } = painted(frame).log;
      const counts = clientsOf(fleet.layout).map((client) => requestsOf(client, frame).atServer);
      const all = counts.reduce((sum, count) => sum + count, 0);
      const shares = [...filled(entries, 'odd'), ...filled(entries, 'even')].sort(
        (a, b) => (a[0] ?? 0) - (b[0] ?? 0),
      );
      expect(shares).toHaveLength(counts.filter((count) => count > 0).length);
      let x = 10;
      counts.forEach((count, client) => {
        if (count === 0) return;
        seen.add(client);
        const [from, y, w, h] = shares.shift() as number[];
        expect(from).toBeCloseTo(x, 1);
        expect([y, h]).toEqual([30, 20]);
        expect(w).toBeCloseTo((300 * count) / all, 1);
        x += w as number;
      });
      if (all > 0) expect(x).toBeCloseTo(310, 1);
    }
    expect(seen.size, 'both clients have had requests there').toBe(2);
  });

  test('a number is left out where it does not fit', () => {
    const frame = TIMES.map((time) => frameAt(fleet, time)).find(({ processes }) =>
      processes.atServer.some(Boolean),
    );
    if (!frame) throw new Error('nothing is at the server');
    const clients = clientsOf(fleet.layout);
    expect(
      painted(frame, createBars(clients, places(1), fills)).log.calls('fillText').length,
    ).toBeGreaterThan(0);
    expect(painted(frame, createBars(clients, places(301), fills)).log.calls('fillText')).toEqual([]);
  });

  test('nothing is painted while no count changes, and everything when one does', () => {
    const { bars, hasPainted } = painted(frameAt(fleet, 2e6));
    expect(hasPainted).toBe(true);
    const again = painted(frameAt(fleet, 2e6), bars);
    expect([again.hasPainted, again.log.entries]).toEqual([false, []]);
    const later = frameAt(fleet, 2e6);
    (later.processes.waiting[7] as number) += 1;
    expect(painted(later, bars).hasPainted).toBe(true);
    expect(bars.painted[7]).toBe(later.processes.waiting[7]);
    later.known = false;
    (later.processes.waiting[7] as number) += 1;
    expect(painted(later, bars).hasPainted, 'an unknown frame').toBe(false);
  });

  test('the largest count remains when places change', () => {
    const frame = frameAt(fleet, 2e6);
    (frame.processes.waiting[0] as number) = 1000;
    const { bars } = painted(frame);
    expect(bars.largest).toBe(1000);
    const next = createBars(bars.clients, places(), fills, bars.largest);
    (frame.processes.waiting[0] as number) = 500;
    expect(filled(painted(frame, next).log.entries, 'waiting')[0]).toEqual([0, 10, 10, 10]);
  });
});

describe('stripes', () => {
  const drawn = (isFalling: boolean, density: number) => {
    const log = drawLog();
    const sizes: number[][] = [];
    const made = createStripes(
      log.ctx,
      { colour: 'line', ground: 'panel', width: 2, period: 6, isFalling },
      density,
      (...size) => {
        sizes.push(size);
        return { getContext: () => log.ctx } as unknown as HTMLCanvasElement;
      },
    );
    return { made, sizes, entries: log.entries };
  };

  test('a tile is whole device pixels, one period of the diagonal', () => {
    expect(drawn(false, 1).sizes).toEqual([[8, 8]]);
    expect(drawn(false, 2).sizes).toEqual([[17, 17]]);
  });

  test('bands rise or fall, through the corners and the middle', () => {
    const ends = (isFalling: boolean) =>
      drawn(isFalling, 1)
        .entries.filter((entry) => /^(moveTo|lineTo)/.test(entry))
        .slice(2, 4);
    expect(ends(false)).toEqual(['moveTo(-8.49,16.97)', 'lineTo(16.97,-8.49)']);
    expect(ends(true)).toEqual(['moveTo(-8.49,-8.49)', 'lineTo(16.97,16.97)']);
  });

  test('without patterns it is the colour', () => {
    expect(drawn(false, 1).made).toBe('line');
  });
});
