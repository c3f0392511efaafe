import { describe, expect, it } from 'vitest';
import { type FrontierData, type FrontierWords, frontier, onFrontier } from '../../src/charts/frontier.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const point = (connections: number, value: number, ...names: readonly ('now' | 'best')[]) => ({
  ...{
    change: `size ${connections}`,
    connections,
    cores: connections / 10,
    value,
    isMet: value < 5e6,
    names,
  },
});

const data: FrontierData = {
  points: [point(8, 9e6, 'now'), point(16, 4e6), point(20, 6e6), point(64, 1e6, 'best')],
  cost: 'connections',
  metric: 'p99',
  limit: 5e6,
};

const words: FrontierWords = {
  ...{ x: 'Connections', y: 'p99', limit: 'Goal', empty: 'Nothing', tableCaption: 'Frontier' },
  value: (value) => `${value / 1e6} ms`,
  number: String,
  name: (name) => name,
  isMet: (isMet) => (isMet ? 'met' : 'missed'),
  columns: { change: 'Change', connections: 'Connections', cores: 'Cores', value: 'p99', goal: 'Goal' },
  sentence: ({ points, met, least, most }) => `${points}, ${met} met, ${least} to ${most}`,
};

describe('the frontier', () => {
  it('has the configurations that no other one beats', () => {
    expect(onFrontier(data).map(({ connections }) => connections)).toEqual([8, 16, 64]);
    const rates = { ...data, metric: 'throughput' } as const;
    expect(onFrontier(rates).map(({ connections }) => connections)).toEqual([8]);
  });

  it('draws every configuration with its figures, and names some', () => {
    const text = toText(
      frontier.draw(data, { width: 600, height: 300, fontSize: 12 }, paletteOf('light'), words),
    );
    for (const { connections } of data.points) expect(text).toContain(`Connections: ${connections};`);
    expect(text).toContain('now');
    expect(text).toContain('best');
    expect(text).toContain('Goal');
  });

  it('has the same as a table and as sentences', () => {
    const { rows } = frontier.table(data, words);
    expect(rows[1]).toEqual(['size 16', 16, 1.6, 4e6, 'met']);
    expect(frontier.describe(data, words)).toBe('4, 2 met, 8 → 9 ms to 64 → 1 ms');
    expect(frontier.describe({ ...data, points: [] }, words)).toBe('Nothing');
  });
});
