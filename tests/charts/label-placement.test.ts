import { describe, expect, it } from 'vitest';
import { placeLabels, type Spot } from '../../src/charts/label-placement.ts';

const area = { left: 0, right: 400, top: 20, bottom: 220 };
const level = (y: number): Spot[] => [
  [20, y],
  [200, y],
  [380, y],
];

describe('the name of a line', () => {
  it('stands above its last corner where nothing else is', () => {
    expect(placeLabels([{ text: 'limit', corners: level(100) }], [], area, 10)).toEqual([
      { x: 380, y: 96, anchor: 'end' },
    ]);
  });

  it('goes below its line when another one passes above', () => {
    const [label] = placeLabels([{ text: 'limit', corners: level(100) }], [level(93)], area, 10);
    expect(label?.y).toBeGreaterThan(100);
  });

  it('stands beside another corner when both sides of the last are taken', () => {
    const crossing: Spot[] = [
      [330, 60],
      [390, 140],
      [330, 140],
      [390, 60],
      [350, 100],
      [340, 96],
      [375, 96],
      [340, 108],
      [375, 108],
    ];
    const [label] = placeLabels([{ text: 'limit', corners: level(100) }], [crossing], area, 10);
    expect(label?.x).toBeLessThan(330);
  });

  it('keeps clear of the names before it and of the edges', () => {
    const lines = [100, 101, 102].map((y) => ({ text: 'a longer name', corners: level(y) }));
    const labels = placeLabels(lines, [], area, 10);
    const places = labels.map((label) => `${label?.x} ${Math.round((label?.y ?? 0) / 8)}`);
    expect(new Set(places).size).toBe(3);
    const [high] = placeLabels([{ text: 'limit', corners: level(21) }], [], { ...area, right: 380 }, 10);
    // Above it would lie on the title of the axis.
    expect(high).toEqual({ x: 380, y: 32.5, anchor: 'end' });
  });

  it('begins where the plot does when it is as long, and does not lie on the axis', () => {
    const [label] = placeLabels(
      [{ text: 'a name that is long', corners: level(100) }],
      [],
      { ...area, right: 80 },
      10,
    );
    expect(label).toEqual({ x: 0, y: 96, anchor: 'start' });
  });

  it('is left out where nothing of the line is to be seen', () => {
    expect(placeLabels([{ text: 'limit', corners: [] }], [], area, 10)).toEqual([undefined]);
  });
});
