import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberIn, SCENES, scenarioOf } from '../../../../src/learn/drive/scene.ts';
import {
  emptySeats,
  handedOut,
  joined,
  left,
  limitOf,
  reset,
  type Seats,
  wholeOf,
  withRest,
  withShare,
} from '../../../../src/learn/drive/seats.ts';

const [scene] = SCENES;
if (!scene) throw new Error('no scene');
const { parts } = scene;
const [callers, pool] = parts;
if (!callers || !pool) throw new Error('no parts');

const come = (count: number, from: Seats = emptySeats(parts)): Seats =>
  Array.from({ length: count }, (_, index) => `d${index}`).reduce(
    (state, driver) => joined(state, driver, parts),
    from,
  );
const partOf = (state: Seats, driver: string) => state.seats.find((seat) => seat.driver === driver)?.part;
const shareOf = (state: Seats, driver: string) => state.seats.find((seat) => seat.driver === driver)?.share;

describe('the parts of a driven system', () => {
  it('are assigned evenly, in order', () => {
    const state = come(30);
    const counts = parts.map(({ id }) => state.seats.filter(({ part }) => part === id).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(state.seats.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  it('go to the first student whole; the next of the same part begins with what is left', () => {
    const state = come(5);
    expect(shareOf(state, 'd0')).toBe(40);
    expect(shareOf(state, 'd4')).toBe(0);
    expect(wholeOf(state, callers)).toBe(40);
    // Both can take half of the largest value.
    const more = withShare(withShare(state, 'd4', 150, parts), 'd0', 150, parts);
    expect([shareOf(more, 'd0'), shareOf(more, 'd4'), wholeOf(more, callers)]).toEqual([100, 100, 200]);
  });

  it('keep their value when a student leaves; who comes back has the same part and number', () => {
    const before = withShare(come(2), 'd1', 30, parts);
    const gone = left(before, 'd1');
    expect(wholeOf(gone, pool)).toBe(30);
    expect(gone.rest.pool).toBe(30);
    const back = joined(joined(gone, 'new', parts), 'd1', parts);
    expect(back.seats.find(({ driver }) => driver === 'd1')).toMatchObject({ number: 2, part: 'pool' });
    expect(wholeOf(back, pool)).toBe(30);
  });

  it('are others for everybody after handing out again, with the same values', () => {
    const before = withShare(come(9), 'd0', 90, parts);
    const after = handedOut(before, parts);
    for (const { driver } of before.seats) expect(partOf(after, driver)).not.toBe(partOf(before, driver));
    for (const part of parts) expect(wholeOf(after, part)).toBe(wholeOf(before, part));
  });

  it('have their first values after a reset', () => {
    const state = reset(withShare(come(9), 'd0', 90, parts), parts);
    for (const part of parts) expect(wholeOf(state, part)).toBe(part.first);
  });

  it('never leave their bounds, whatever students and teacher do', () => {
    const number = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.constant(Number.NaN));
    const who = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'constructor');
    const step = fc.oneof(
      who.map((driver) => (state: Seats) => joined(state, driver, parts)),
      who.map((driver) => (state: Seats) => left(state, driver)),
      fc.tuple(who, number).map(
        ([driver, value]) =>
          (state: Seats) =>
            withShare(state, driver, value, parts),
      ),
      fc.tuple(fc.constantFrom(...parts), fc.integer({ min: -10, max: 1e4 })).map(
        ([part, value]) =>
          (state: Seats) =>
            withRest(state, value, part),
      ),
      fc.constant((state: Seats) => handedOut(state, parts)),
      fc.constant((state: Seats) => reset(state, parts)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = steps.reduce((now, take) => take(now), emptySeats(parts));
        for (const part of parts) {
          const shares = state.seats.filter((seat) => seat.part === part.id).map(({ share }) => share);
          for (const share of shares) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(limitOf(state, part));
            expect(share % part.step).toBe(0);
          }
          const all = shares.reduce((sum, share) => sum + share, state.rest[part.id] ?? 0);
          expect(all).toBeLessThanOrEqual(part.max);
          expect(wholeOf(state, part)).toBe(Math.max(part.min, all));
        }
        const numbers = state.seats.map((seat) => seat.number);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
    );
  });
});

describe('the scenario of a scene', () => {
  it('has the values of its parts', () => {
    expect(scenarioOf(scene, { callers: 7, pool: 3, batch: 20, rtt: 900 }, [])).toMatchObject({
      workload: { arrivals: { callers: 7 }, batch: { size: 20 } },
      client: { connections: { maxTotal: 3 } },
      network: { rttUs: 900 },
    });
  });

  it('has a client for each student with callers', () => {
    const [, clients] = SCENES;
    if (!clients) throw new Error('no second scene');
    const own = [
      { name: 'Student 3', callers: 12 },
      { name: 'Student 4', callers: 0 },
    ];
    expect(scenarioOf(clients, {}, own)).toMatchObject({
      neighbours: [
        {
          name: 'Student 3',
          workload: { arrivals: { callers: 12 } },
          client: { connections: { maxTotal: 12 } },
        },
      ],
    });
    expect(scenarioOf(clients, {}, [])).not.toHaveProperty('neighbours');
    expect(['Student 3', '学生 12'].map(numberIn)).toEqual([3, 12]);
  });
});
