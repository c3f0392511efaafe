import { expect, it } from 'vitest';
import { rank } from '../../../src/ui/SearchMenu.tsx';

it('finds options by parts of their names, the start of a title first', () => {
  const title = 'Round-trip time network.rttUs';
  expect(rank(title, 'round')).toBe(1);
  expect(rank(title, 'time')).toBe(0.8);
  expect(rank(title, 'rtt')).toBe(0.5);
  expect(rank(title, 'net time')).toBeGreaterThan(0);
  expect(rank('Pool size', 'maxtotal', ['connections.maxTotal'])).toBe(0.5);
  expect(rank('Round-trip time', 'rttUs', ['rttUs'])).toBe(1);
  expect(rank('Caller threads', 'pods', ['pods replicas'])).toBe(0.5);
  // Letters that are only scattered over the name do not match.
  expect(rank('Round trips to open', 'rtt')).toBe(0);
});
