import { expect, it } from 'vitest';
import { Painters } from '../../../../src/model/playback/painters.ts';

it('painters of canvases run before painters of elements, whatever the order in which they came', () => {
  const painters = new Painters();
  const calls: string[] = [];
  painters.add(() => calls.push('thumb'), 'elements');
  const remove = painters.add(() => calls.push('stage'), 'canvas');
  painters.add(() => calls.push('strip'), 'canvas');
  painters.paint();
  expect(calls).toEqual(['stage', 'strip', 'thumb']);

  remove();
  calls.length = 0;
  painters.paint();
  expect(calls).toEqual(['strip', 'thumb']);

  painters.clear();
  calls.length = 0;
  painters.paint();
  expect(calls).toEqual([]);
});
