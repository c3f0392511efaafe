import { describe, expect, it } from 'vitest';
import { fields } from '../../src/model/scenario/fields.ts';
import { axisOfKnob, CONNECTIONS, canVary, firstAxis, namesOf } from '../../src/model/sweep/first-axis.ts';
import { readSweep } from '../../src/model/sweep/read.ts';

describe('what an experiment about a knob begins with', () => {
  it('is every choice, and both ends of a switch', () => {
    expect(firstAxis(['client.connections.handoff'])).toMatchObject({ values: ['barging', 'fifo'] });
    expect(firstAxis(['network.nagle'])).toMatchObject({ values: [false, true] });
  });

  it('has the present value in its middle, sixteen times less and more at its ends', () => {
    const axis = firstAxis(['network.rttUs'], 1000);
    expect(axis).toMatchObject({ values: [62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16000] });
  });

  it('stays within what the model allows, in whole numbers where there are no others, and has no value twice', () => {
    expect(firstAxis(CONNECTIONS, 1)).toMatchObject({ values: [1, 2, 4, 8, 16] });
    expect(firstAxis(['client.cores'], 256)).toMatchObject({ values: [16, 32, 64, 128, 256] });
  });

  it('covers what is usual where there is no present value', () => {
    expect(firstAxis(['network.lossPercent'], 0)).toMatchObject({ from: 1, to: 20, scale: 'linear' });
  });

  it('is an experiment that can be run, for every knob there is', () => {
    for (const field of fields.filter(canVary)) {
      const axes = [firstAxis(namesOf(field.path), field.default)];
      const { problems } = readSweep({ series: [{ name: 'A', preset: 'jedis-pool-8' }], axes });
      expect(problems, field.path).toEqual([]);
    }
  });
});

describe('the values of an axis after another knob was chosen', () => {
  const connections = { paths: CONNECTIONS, values: [1, 8, 200] };

  it('stay where the new knob takes all of them in the same unit', () => {
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

  it('start anew in another unit, outside its bounds, and for choices', () => {
    for (const path of ['network.rttUs', 'server.ioThreads', 'client.connections.handoff'])
      expect(axisOfKnob([path], connections)).toEqual(firstAxis([path]));
    expect(axisOfKnob(['client.cores'], undefined)).toEqual(firstAxis(['client.cores']));
  });
});
