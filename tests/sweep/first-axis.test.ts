import { describe, expect, it } from 'vitest';
import { fields } from '../../src/model/scenario/fields.ts';
import { axisOfKnob, CONNECTIONS, canVary, firstAxis, namesOf } from '../../src/model/sweep/first-axis.ts';
import { readSweep } from '../../src/model/sweep/read.ts';

describe('the first axis of an experiment about a setting', () => {
  it('is every choice, and both values of a switch', () => {
    expect(firstAxis(['client.connections.handoff'])).toMatchObject({ values: ['barging', 'fifo'] });
    expect(firstAxis(['network.nagle'])).toMatchObject({ values: [false, true] });
  });

  it('has the current value in the middle, a sixteenth and sixteen times at the ends', () => {
    const axis = firstAxis(['network.rttUs'], 1000);
    expect(axis).toMatchObject({ values: [62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16000] });
  });

  it('stays within the bounds, in integers where required, without duplicates', () => {
    expect(firstAxis(CONNECTIONS, 1)).toMatchObject({ values: [1, 2, 4, 8, 16] });
    expect(firstAxis(['client.cores'], 256)).toMatchObject({ values: [16, 32, 64, 128, 256] });
  });

  it('covers the usual range without a current value', () => {
    expect(firstAxis(['network.lossPercent'], 0)).toMatchObject({ from: 1, to: 20, scale: 'linear' });
  });

  it('is a valid experiment for every setting', () => {
    for (const field of fields.filter(canVary)) {
      const axes = [firstAxis(namesOf(field.path), field.default)];
      const { problems } = readSweep({ series: [{ name: 'A', preset: 'jedis-pool-8' }], axes });
      expect(problems, field.path).toEqual([]);
    }
  });
});

describe('the values of an axis after its setting changes', () => {
  const connections = { paths: CONNECTIONS, values: [1, 8, 200] };

  it('stay where the new setting accepts all of them in the same unit', () => {
    expect(axisOfKnob(['workload.arrivals.callers'], connections)).toEqual({
      paths: ['workload.arrivals.callers'],
      values: [1, 8, 200],
    });
    const range = { paths: ['network.rttUs'], from: 100, to: 900, points: 5, scale: 'linear' } as const;
    expect(axisOfKnob(['workload.arrivals.callers'], { ...range, paths: CONNECTIONS })).toMatchObject({
      from: 100,
      points: 5,
    });
  });

  it('are reset for another unit, values out of bounds, and choices', () => {
    for (const path of ['network.rttUs', 'server.ioThreads', 'client.connections.handoff'])
      expect(axisOfKnob([path], connections)).toEqual(firstAxis([path]));
    expect(axisOfKnob(['client.cores'], undefined)).toEqual(firstAxis(['client.cores']));
  });
});
