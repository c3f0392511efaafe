import { describe, expect, it } from 'vitest';
import { searchSurface } from '../../src/evidence/fit/surface.ts';

/** A row that knows only a sum of two costs, one that knows the first, one that knows neither; all jump by ± 2 %. */
const TRUTH = [0.6, -0.3];
const jump = (logs: readonly number[], row: number) =>
  0.02 * Math.sign(Math.sin(4000 * (logs[0] ?? 0) + 2600 * (logs[1] ?? 0) + row));
const rows = (logs: readonly number[]) => {
  const [first = 0, second = 0] = logs.map((log, i) => log - (TRUTH[i] ?? 0));
  return [0.5 * (first + second), 0.3 * first, 0.01].map((error, row) => error + jump(logs, row));
};

const search = (changes: Partial<Parameters<typeof searchSurface>[0]> = {}) => {
  const said: number[] = [];
  const found = searchSurface({
    start: [0, 0],
    lowest: [-2, -2],
    highest: [2, 2],
    neighbours: 40,
    evaluate: rows,
    say: (_, squares) => said.push(squares),
    ...changes,
  });
  return { ...found, said };
};

describe('the search with local linear models', () => {
  it('finds costs of rows with jumps, from different starts', () => {
    for (const start of [
      [0, 0],
      [1, 0.5],
      [-0.5, -1],
    ]) {
      const { logs } = search({ start });
      expect(Math.abs((logs[0] ?? 9) - 0.6)).toBeLessThan(0.12);
      expect(Math.abs((logs[1] ?? 9) + 0.3)).toBeLessThan(0.12);
    }
  });

  it('finds the slopes and the residuals', () => {
    const { slopes, residuals, said } = search();
    expect(slopes[0]?.map((slope) => Math.abs(slope - 0.5) < 0.1)).toEqual([true, true]);
    expect(Math.abs((slopes[1]?.[0] ?? 9) - 0.3)).toBeLessThan(0.1);
    expect(Math.abs((residuals[2] ?? 9) - 0.01)).toBeLessThan(0.01);
    expect(said).toHaveLength(3);
    expect(said.at(-1)).toBeLessThan(said[0] ?? 0);
  });

  it('stays within the bounds when the true value is outside', () => {
    expect(search({ highest: [0.2, 2] }).logs[0]).toBe(0.2);
  });

  it('evaluates the same points each time', () => {
    const asked = (): number[][] => {
      const places: number[][] = [];
      search({
        evaluate: (logs) => {
          places.push([...logs]);
          return rows(logs);
        },
      });
      return places;
    };
    expect(asked()).toEqual(asked());
  });
});
