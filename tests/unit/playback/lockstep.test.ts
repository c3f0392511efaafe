/** Two runs kept together by what they have completed, or by one request, on real runs of the engine and on short scripts. */
import { describe, expect, it } from 'vitest';
import type { Journey } from '../../../src/model/analysis/journey.ts';
import { commonEvents, phaseLockstep } from '../../../src/model/analysis/phase-lockstep.ts';
import { completedLockstep } from '../../../src/model/playback/completed-lockstep.ts';
import { Ensemble, type Track } from '../../../src/model/playback/ensemble.ts';
import { createPlayer, type Player } from '../../../src/model/playback/player.ts';
import { Recording } from '../../../src/model/playback/recording.ts';
import { completedAt, instantOf } from '../../../src/model/playback/tally.ts';
import { Session } from '../../../src/model/workers/session.ts';
import { complete, loadEngine } from '../../engine/runs.ts';
import { chunkOf, layoutOf, request } from '../../support/chunks.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MS = 1_000_000;
const POOL = { connections: { kind: 'pooled', maxTotal: 2 } };
const SHARED = { io: { kind: 'eventLoops' }, connections: { kind: 'shared' } };

async function session(client: object) {
  const engine = await loadEngine();
  const scenario = complete(engine, {
    run: { warmupMs: 2, measuredMs: 60 },
    network: { rttUs: 300 },
    workload: { arrivals: { kind: 'closed', callers: 6 } },
    client,
  });
  const own = new Session(engine, () => performance.now());
  return { own, layout: own.open(scenario, true) };
}

async function playing(): Promise<{ player: Player; clock: FakeClock }> {
  const clock = new FakeClock();
  const [a, b] = await Promise.all([session(POOL), session(SHARED)]);
  const input = (id: 'a' | 'b', { own, layout }: typeof a) => ({
    id,
    layout,
    source: {
      record: async (untilNs: number, budgetMs: number) => own.record(untilNs, budgetMs),
      rewind: async (fromNs: number, budgetMs: number) => own.rewind(fromNs, budgetMs),
    },
  });
  const player = createPlayer([input('a', a), input('b', b)], { clock, startNs: 0, speed: 1_000_000 });
  await expect.poll(() => player.tracks.every(({ frame }) => frame.known)).toBe(true);
  return { player, clock };
}

/** Requests that have ended by where each track is, counted from the recording alone. */
const ended = (player: Player) =>
  player.tracks.map(({ recording, frame }) => recording.completions.countBetween(0, frame.timeNs));

/** What follows may lie far behind, or hold less: the playhead goes as far as all can be shown, however fast it is. */
it('at full speed the playhead never leaves what a follower has recorded', () => {
  const recording = (toNs: number) => {
    const made = new Recording(layoutOf({ endNs: 1000 }));
    made.append(chunkOf([request(0, 0, 'execute', 0, toNs)], 0, toNs));
    return made;
  };
  const source = { record: () => new Promise<never>(() => {}), rewind: () => new Promise<never>(() => {}) };
  const track = (id: 'a' | 'b', toNs: number): Track => {
    const own = recording(toNs);
    return { id, layout: own.layout, source, recording: own, limitBytes: 1e6, frame: own.createFrame() };
  };
  const ensemble = new Ensemble([track('a', 900), track('b', 400)]);
  // B is 100 ns ahead of A.
  const place = ({ id }: { readonly id: string }, _: unknown, timeNs: number) =>
    timeNs + (id === 'a' ? 100 : -100);
  ensemble.lockstep = { lead: 'a', place, guess: place };
  expect(ensemble.recordedToNs).toBe(900);
  expect(ensemble.covers(ensemble.recordedToNs)).toBe(false);
  expect(ensemble.reachNs).toBe(299);
  expect(ensemble.covers(ensemble.reachNs)).toBe(true);
});

describe('requests completed by an instant', () => {
  const spans = [
    request(0, 0, 'execute', 0, 100),
    request(1, 0, 'execute', 100, 300),
    request(2, 1, 'execute', 100, 300),
    request(3, 0, 'execute', 300, 500),
  ];
  const recording = new Recording(layoutOf({ endNs: 600 }));
  recording.append(chunkOf(spans, 0, 400), 3);
  recording.append(chunkOf(spans, 400, 600), 4);

  it('are exact where one completes, and grow evenly in between', () => {
    const at = [0, 50, 100, 200, 300, 400, 500].map((timeNs) => completedAt(recording, timeNs));
    expect(at).toEqual([0, 0.5, 1, 2, 3, 3.5, 4]);
  });

  it('tell when they were so many', () => {
    const instants = [0, 0.5, 1, 2, 3, 3.5, 4].map((count) => instantOf(recording, count));
    expect(instants).toEqual([0, 50, 100, 200, 300, 400, 500]);
  });

  it('are not known beyond what is recorded, unless the run is over', () => {
    expect(completedAt(recording, 550)).toBeNaN();
    expect(instantOf(recording, 4.5)).toBeNaN();
    recording.done = true;
    expect(completedAt(recording, 550)).toBe(4);
    expect(instantOf(recording, 4.5)).toBe(600);
  });

  it('go on from what the engine has counted before the recording began', () => {
    const later = new Recording(layoutOf({ endNs: 600 }));
    later.append(chunkOf(spans, 200, 400), 3);
    expect(completedAt(later, 200)).toBe(1);
    expect(completedAt(later, 250)).toBe(2);
    expect(instantOf(later, 0.5)).toBeNaN();
  });
});

describe('two runs by completed requests', () => {
  it('have completed as many while they play, and after every jump', async () => {
    const { player, clock } = await playing();
    player.setLockstep(completedLockstep);
    const settled = () => expect.poll(() => player.playhead.seekingNs).toBe(null);
    await settled();
    player.play();
    let compared = 0;
    for (let i = 0; i < 300; i++) {
      clock.frame(20);
      await new Promise((resolve) => setTimeout(resolve));
      const [a = 0, b = 0] = ended(player);
      // One of several that end at one instant may be counted on one side only: they are passed on the way.
      expect(Math.abs(a - b)).toBeLessThanOrEqual(6);
      compared = a;
    }
    expect(compared).toBeGreaterThan(20);
    player.pause();
    for (const toNs of [40 * MS, 5 * MS, 55 * MS, 1 * MS]) {
      player.seek(toNs);
      await settled();
      const [lead, other] = player.tracks.map(({ recording, frame }) => completedAt(recording, frame.timeNs));
      expect(player.timeNs).toBe(toNs);
      expect(other).toBeCloseTo(lead ?? Number.NaN, 6);
    }
    // The shared connection is faster: it has completed as many earlier.
    const [slow, fast] = player.tracks.map(({ frame }) => frame.timeNs);
    expect(fast).toBeLessThan(slow ?? 0);
    player.close();
  });

  it('leave time as it was when they are let go', async () => {
    const { player } = await playing();
    player.setLockstep(completedLockstep);
    player.seek(10 * MS);
    await expect.poll(() => player.playhead.seekingNs).toBe(null);
    player.setLockstep(undefined);
    await expect.poll(() => player.playhead.seekingNs).toBe(null);
    expect(player.tracks.map(({ frame }) => frame.timeNs)).toEqual([10 * MS, 10 * MS]);
    player.close();
  });

  it('go where the other side was asked to be', async () => {
    const { player } = await playing();
    player.setLockstep(completedLockstep);
    await expect.poll(() => player.playhead.seekingNs).toBe(null);
    player.seek(300_000, 'b');
    await expect.poll(() => player.playhead.seekingNs).toBe(null);
    expect(player.tracks[1]?.frame.timeNs).toBeCloseTo(300_000, 0);
    player.close();
  });
});

describe('two runs by one request', () => {
  const journey = (legs: readonly [Journey['legs'][number]['phase'], number][], beginNs: number): Journey => {
    let at = beginNs;
    const whole = legs.map(([phase, length]) => {
      at += length;
      return { phase, fromNs: at - length, toNs: at, isOver: true, connection: 0 };
    });
    return { id: 7, caller: 0, connection: 0, legs: whole, beginNs, endNs: at, isWhole: true };
  };
  const pool = journey(
    [
      ['waitConnection', 400],
      ['clientWrite', 10],
      ['wireOut', 100],
      ['execute', 5],
      ['wireBack', 100],
    ],
    1000,
  );
  const loop = journey(
    [
      ['taskQueue', 20],
      ['clientWrite', 10],
      ['wireOut', 100],
      ['execute', 5],
      ['wireBack', 100],
    ],
    2000,
  );

  it('meet at the phases that both go through', () => {
    expect(commonEvents(pool, loop)).toEqual([
      { phase: 'waitConnection', leadNs: 1000, otherNs: 2000 },
      { phase: 'clientWrite', leadNs: 1400, otherNs: 2020 },
      { phase: 'wireOut', leadNs: 1410, otherNs: 2030 },
      { phase: 'execute', leadNs: 1510, otherNs: 2130 },
      { phase: 'wireBack', leadNs: 1515, otherNs: 2135 },
      { phase: undefined, leadNs: 1615, otherNs: 2235 },
    ]);
  });

  it('are as far on their way between two of these, and go at one pace before and after', () => {
    const { place } = phaseLockstep('a', pool, loop);
    const recording = new Recording(layoutOf({ endNs: 10_000 }));
    const [a, b] = [{ id: 'a', recording } as const, { id: 'b', recording } as const];
    expect([900, 1000, 1200, 1400, 1460, 1615, 1700].map((ns) => place(a, b, ns))).toEqual([
      1900, 2000, 2010, 2020, 2080, 2235, 2320,
    ]);
    for (const ns of [900, 1100, 1460, 1600, 1700]) expect(place(b, a, place(a, b, ns))).toBeCloseTo(ns, 6);
  });

  it('never go back, whatever phases the two have', () => {
    const odd = journey(
      [
        ['execute', 5],
        ['wireOut', 50],
        ['clientWrite', 10],
        ['execute', 5],
      ],
      500,
    );
    const { place } = phaseLockstep('a', pool, odd);
    const recording = new Recording(layoutOf({ endNs: 10_000 }));
    let last = 0;
    for (let ns = 900; ns < 1800; ns++) {
      const now = place({ id: 'a', recording }, { id: 'b', recording }, ns);
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });
});
