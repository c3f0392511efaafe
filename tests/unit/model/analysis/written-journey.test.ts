/** Journeys of traces written by hand: cut anywhere, compared, and with the holders of connections and cores. */
import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import {
  boundary,
  type Journey,
  journeyOf,
  type Leg,
  legAt,
} from '../../../../src/model/analysis/journey.ts';
import { compareLedgers, ledgerOf } from '../../../../src/model/analysis/ledger.ts';
import { maxInFlight } from '../../../../src/model/analysis/request-context.ts';
import { attributeWait, coreUsers } from '../../../../src/model/analysis/wait-attribution.ts';
import { activities, phases } from '../../../../src/model/engine/generated/abi.ts';
import { spansOf } from '../../../../src/model/playback/spans.ts';
import { chunksOf, layoutOf, request as phase, thread } from '../../../support/chunks.ts';

describe('a hand-written journey', () => {
  const spans = [
    phase(7, 0, 'waitConnection', 100, 400),
    phase(3, 1, 'wireOut', 0, 300, 0),
    phase(3, 1, 'giveBack', 300, 360, 0),
    phase(7, 0, 'prepare', 400, 450, 0),
    phase(7, 0, 'wireOut', 450, 900, 0),
    thread(0, 'waitConnection', 100, 400, { request: 7 }),
    thread(0, 'user', 400, 450, { request: 7 }),
  ];
  const excerptTo = (cuts: readonly number[]) => excerptOf(chunksOf(spans, cuts).map(spansOf));
  const layout = layoutOf();

  it('is independent of how the trace is cut', () => {
    const once = excerptTo([0, 1000]);
    const often = excerptTo([0, 200, 420, 421, 700, 1000]);
    expect(often.count).toBe(once.count);
    expect(journeyOf(often, 7)).toEqual(journeyOf(once, 7));
  });

  it('reports missing knowledge', () => {
    expect(journeyOf(excerptTo([0, 1000]), 8)).toBeUndefined();
    expect(journeyOf(excerptTo([0, 1000]), 7)?.isWhole).toBe(true);
    expect(journeyOf(excerptTo([420, 1000]), 7)?.isWhole).toBe(false);
    const open = journeyOf(excerptTo([0, 430]), 7);
    expect(open?.isWhole).toBe(false);
    expect(open?.legs.at(-1)).toMatchObject({ phase: 'prepare', toNs: 430, isOver: false });
  });

  it('names the holder of the connection, and intervals without one', () => {
    const excerpt = excerptTo([0, 1000]);
    const journey = journeyOf(excerpt, 7) as Journey;
    const { needed, shares } = attributeWait(
      { excerpt, layout },
      journey,
      journey.legs[0] as Journey['legs'][0],
    );
    expect(needed).toEqual({ kind: 'connection', connection: 0 });
    expect(shares.map(({ reason, request, ns }) => [reason, request, ns])).toEqual([
      ['other', 3, 260],
      ['free', undefined, 40],
    ]);
  });

  it('steps from event to event', () => {
    const journey = journeyOf(excerptTo([0, 1000]), 7) as Journey;
    expect(boundary(journey, 0, 1)).toBe(100);
    expect(boundary(journey, 100, 1)).toBe(400);
    expect(boundary(journey, 450, 1)).toBe(900);
    expect(boundary(journey, 900, 1)).toBeUndefined();
    expect(boundary(journey, 2000, -1)).toBe(900);
    expect(boundary(journey, 100, -1)).toBeUndefined();
    expect(legAt(journey, 400)?.phase).toBe('prepare');
    expect(legAt(journey, 900)).toBeUndefined();
  });

  it('is compared line by line', () => {
    const excerpt = excerptTo([0, 1000]);
    const [first, second] = [7, 3].map((id) => ledgerOf(journeyOf(excerpt, id) as Journey));
    if (!first || !second) throw new Error('no journey');
    const lines = compareLedgers(first, second, phases);
    expect(lines.map(({ phase: name, differenceNs }) => [name, differenceNs])).toEqual([
      ['waitConnection', -300],
      ['prepare', -50],
      ['wireOut', -150],
      ['giveBack', 60],
    ]);
    expect(lines.reduce((sum, { differenceNs }) => sum + differenceNs, 0)).toBe(
      second.totalNs - first.totalNs,
    );
  });
});
describe('the occupants of the cores while a thread was ready', () => {
  it('had them no longer than it was ready', () => {
    const [read, execute] = [activities.indexOf('read'), activities.indexOf('execute')];
    const spans = [
      phase(7, 0, 'fanOut', 0, 1000),
      thread(0, 'runnable', 0, 20, { request: 7 }),
      thread(0, 'waitReply', 20, 900, { request: 7 }),
      thread(0, 'runnable', 900, 940, { request: 7 }),
      thread(1, 'user', 10, 910, { request: 3, arg: execute }),
      thread(1, 'kernel', 910, 1000, { arg: read }),
    ];
    const excerpt = excerptOf(chunksOf(spans, [0, 1000]).map(spansOf));
    const shares = coreUsers({ excerpt, layout: layoutOf() }, 0, 0, 1000);
    expect(shares.map(({ reason, ns }) => [reason, ns])).toEqual([
      ['chore', 30],
      ['other', 20],
    ]);
  });
});

describe('concurrent requests of a connection', () => {
  const leg = (phase: Leg['phase'], fromNs: number, toNs: number, connection: number): Leg => ({
    ...{ phase, fromNs, toNs, connection },
    isOver: true,
  });
  /** Out, there and back, as long as given. */
  const trip = (fromNs: number, toNs: number, connection: number): Leg[] => [
    leg('wireOut', fromNs, fromNs + 1, connection),
    leg('execute', fromNs + 1, toNs - 1, connection),
    leg('wireBack', toNs - 1, toNs, connection),
  ];
  const redirected = { legs: [...trip(0, 10, 3), leg('decode', 10, 12, 3), ...trip(12, 20, 86)] };

  it('exclude requests whose other trip is on another connection', () => {
    const before = { legs: trip(5, 9, 86) };
    expect(maxInFlight([redirected, before], 86)).toBe(1);
    expect(maxInFlight([redirected, before], 3)).toBe(1);
    expect(maxInFlight([redirected, { legs: trip(15, 17, 86) }], 86)).toBe(2);
    // Of parts all count, on whatever connection.
    expect(maxInFlight([redirected, before])).toBe(2);
  });

  it('exclude requests between two trips', () => {
    const again = { legs: [...trip(0, 10, 86), leg('backoff', 10, 30, -1), ...trip(30, 40, 86)] };
    expect(maxInFlight([again, { legs: trip(12, 28, 86) }], 86)).toBe(1);
    // Sent on at once, without a pause to be seen.
    expect(
      maxInFlight([{ legs: [...trip(0, 10, 86), ...trip(10, 20, 86)] }, { legs: trip(20, 30, 86) }], 86),
    ).toBe(1);
  });
});
