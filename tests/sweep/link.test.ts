import { describe, expect, it } from 'vitest';
import { presetById } from '../../src/model/scenario/library.ts';
import { fromSweepQuery, sweepQuery } from '../../src/model/sweep/link.ts';
import { sweepPresets } from '../../src/model/sweep/presets.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { complete, loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();

const read = (value: unknown) => {
  const { sweep } = readSweep(value);
  if (!sweep) throw new Error(JSON.stringify(value));
  return sweep;
};

const whole = (id: string) => complete(engine, presetById(id)?.scenario as object);

describe('an experiment in a link', () => {
  it.each(sweepPresets.map(({ id, definition }) => [id, definition]))('%s is read back', async (_, given) => {
    const sweep = read(given);
    const query = await sweepQuery(sweep);
    expect(query.length).toBeLessThan(600);
    const found = await fromSweepQuery(`lang=en&${query}`);
    expect(found && 'definition' in found && read(found.definition)).toEqual(sweep);
  });

  it('fits into 2 kB with both systems of the Lab and all of their values', async () => {
    const sweep = read({
      question: '连接多少个才够?',
      series: [
        { name: 'A', scenario: whole('s0-jedis-50') },
        { name: 'B', scenario: whole('cluster-lettuce-mget') },
      ],
      axes: [
        { paths: ['network.rttUs'], values: [1, 10, 100] },
        { paths: ['client.cores'], from: 1, to: 16, points: 5 },
      ],
      precision: 0.02,
    });
    const query = await sweepQuery(sweep);
    // With the address of the page.
    expect(`https://roundtrip.example.org/#/experiments?${query}`.length).toBeLessThan(2000);
    const found = await fromSweepQuery(query);
    expect(found && 'definition' in found && read(found.definition)).toEqual(sweep);
  });

  it('is absent without a name, and a reason where it cannot be read', async () => {
    expect(await fromSweepQuery('lang=en')).toBeUndefined();
    const query = await sweepQuery(read(sweepPresets[0]?.definition));
    for (const broken of ['x=', 'x=%%%', query.slice(0, -5), 'x=AAAA'])
      expect(await fromSweepQuery(broken)).toMatchObject({ problem: { code: 'URL-03', path: 'x' } });
  });
});
