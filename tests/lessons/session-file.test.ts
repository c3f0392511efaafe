/** The answers of a class as a file. */
import { expect, test } from 'vitest';
import { sessionTable } from '../../src/learn/teach/session-file.ts';

test('every answer is a row, hands are counted, and no cell is a formula', () => {
  const table = sessionTable('rtt', [
    { hands: { four: 3, '?': 0 }, answers: [{ voter: '=cmd', given: 'four' }] },
    { hands: {}, answers: [{ voter: 'x', given: [1, 2] }] },
  ]);
  expect(table.split('\r\n')).toEqual([
    '"lesson","round","from","answer","count"',
    '"rtt","1","hands","four","3"',
    '"rtt","1","\'=cmd","four","1"',
    '"rtt","2","x","[1,2]","1"',
    '',
  ]);
});
