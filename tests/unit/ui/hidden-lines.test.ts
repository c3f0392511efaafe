import { expect, test } from 'vitest';
import { alone, NONE_HIDDEN, toggled } from '../../../src/ui/ShownLegend.tsx';

test('a press hides a line and shows it again; hiding the last one shows all', () => {
  const one = toggled(NONE_HIDDEN, 1, 3);
  expect([...one]).toEqual([1]);
  expect([...toggled(one, 1, 3)]).toEqual([]);
  expect([...toggled(toggled(one, 0, 3), 2, 3)]).toEqual([]);
});

test('a line is shown alone, then all of them again', () => {
  const only = alone(NONE_HIDDEN, 1, 3);
  expect([...only]).toEqual([0, 2]);
  expect([...alone(only, 1, 3)]).toEqual([]);
  expect([...alone(only, 2, 3)], 'another one instead').toEqual([0, 1]);
});
