/** Tests the work attributed to a request when system calls carry several, on traces of the real engine and by hand. */
import { describe, expect, it } from 'vitest';
import { type Excerpt, excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { type Journey, journeyOf } from '../../../../src/model/analysis/journey.ts';
import {
  lanesOf,
  neighboursOf,
  type ThreadSpan,
  workOf,
} from '../../../../src/model/analysis/request-context.ts';
import { classOf } from '../../../../src/model/analysis/threads.ts';
import { activities } from '../../../../src/model/engine/generated/abi.ts';
import { spansOf } from '../../../../src/model/playback/spans.ts';
import { chunksOf, layoutOf, request as phase, thread } from '../../../support/chunks.ts';
import { recordPreset } from '../../../support/scenes.ts';

const nameOf = ({ activity }: ThreadSpan) => activities[activity];
const onCore = ({ state }: ThreadSpan) => state === 'user' || state === 'kernel' || state === 'switch';

/** The last whole journeys of an excerpt. */
function lastJourneys(excerpt: Excerpt, most: number): readonly Journey[] {
  const found: Journey[] = [];
  for (const id of [...excerpt.ofRequest.keys()].reverse()) {
    const journey = journeyOf(excerpt, id);
    if (journey?.isWhole) found.push(journey);
    if (found.length === most) break;
  }
  return found;
}

describe.each([
  // Of each connection one command a read, or many; written at once, when all are there, or by a thread of its own.
  'linux-lettuce-shared',
  'lettuce-shared',
  'ioredis',
  'node-redis',
  'rueidis',
  'get3-manual-flush',
  'jedis-pool-8',
  'redis6-io-threads-4',
  'threaded-redis-8',
])('in %s', (preset) => {
  it('a request has one read and one write per side, for any number of others on its connection', async () => {
    // Threads that wait busily make fifty times as many spans.
    const untilNs = preset === 'threaded-redis-8' ? 2e6 : 6e6;
    const { layout, chunksBetween, toNs } = await recordPreset(preset, untilNs).then((recording) => ({
      layout: recording.layout,
      chunksBetween: recording.chunksBetween.bind(recording),
      toNs: recording.toNs,
    }));
    const excerpt = excerptOf(chunksBetween(0, toNs));
    const journeys = lastJourneys(excerpt, 150);
    expect(journeys.length).toBeGreaterThan(20);
    for (const journey of journeys) {
      const work = lanesOf({ excerpt, layout }, journey).flatMap((lane) =>
        workOf({ excerpt, layout }, lane, journey, journey.beginNs, journey.endNs)
          .filter((span) => span.isOwn && onCore(span))
          .map((span) => ({ ...span, isServers: classOf(layout, lane)?.startsWith('server') ?? false })),
      );
      const calls = work.filter((span) => ['read', 'write'].includes(nameOf(span) ?? ''));
      for (const isServers of [true, false])
        expect(
          calls
            .filter((span) => span.isServers === isServers)
            .map(nameOf)
            .sort(),
          `${isServers ? 'Redis' : 'the client'} for #${journey.id}`,
        ).toEqual(['read', 'write']);
      expect(work.reduce((sum, { fromNs, toNs: end }) => sum + end - fromNs, 0)).toBeLessThan(30e3);
    }
  });
});

it('the work of I/O threads for a request is in their lanes', async () => {
  const recording = await recordPreset('redis6-io-threads-4', 6e6);
  const { layout } = recording;
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  const classes = lastJourneys(excerpt, 600).flatMap((journey) =>
    lanesOf({ excerpt, layout }, journey).map((lane) => classOf(layout, lane)),
  );
  expect(classes.filter((name) => name === 'serverIo').length).toBeGreaterThan(100);
});

it('an interrupted call carries the request in all its pieces, and the previous call does not', () => {
  const arg = (1 << 8) | activities.indexOf('read');
  const spans = [
    phase(7, 0, 'clientRead', 0, 400, 0),
    phase(7, 0, 'wakeUp', 400, 500, 0),
    thread(2, 'kernel', 10, 60, { arg }),
    thread(2, 'kernel', 100, 200, { arg }),
    thread(2, 'runnable', 200, 300),
    thread(2, 'switch', 300, 320),
    thread(2, 'kernel', 320, 400, { arg }),
  ];
  const excerpt = excerptOf(chunksOf(spans, [0, 1000]).map(spansOf));
  const layout = layoutOf({
    loops: 1,
    lanes: [
      { class: 'caller', count: 2 },
      { class: 'eventLoop', count: 1 },
    ],
  });
  const own = workOf({ excerpt, layout }, 2, journeyOf(excerpt, 7) as Journey, 0, 500).filter(
    ({ isOwn }) => isOwn,
  );
  expect(own.map(({ fromNs }) => fromNs)).toEqual([100, 320]);
});

it('requests overlap on one machine, too, where there is no wire', async () => {
  const recording = await recordPreset('linux-lettuce-shared', 6e6);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  const journeys = [...excerpt.ofRequest.keys()].flatMap((id) => journeyOf(excerpt, id) ?? []);
  const journey = journeys[Math.floor(journeys.length / 2)] as Journey;
  const { maxInFlight } = neighboursOf(excerpt, journey, journey.beginNs, journey.endNs, 5);
  expect(maxInFlight).toBeGreaterThan(0);
});
