/** The answers of a class as a file. */
import { expect, test } from 'vitest';
import type { Given } from '../../src/learn/lessons/grade.ts';
import type { Question } from '../../src/learn/lessons/lesson.ts';
import { sessionTable } from '../../src/learn/teach/session-file.ts';

const linesOf = (question: Question, given: Given, hands = {}) =>
  sessionTable('rtt', question, [
    { hands, answers: [{ voter: '=cmd', given }] },
    { hands: {}, answers: [] },
  ])
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(1, -1);

test('an answer is a row, hands are counted, and no cell is a formula', () => {
  const question = { kind: 'choice', options: ['four', 'two'] } as const;
  expect(linesOf({ ...question, options: ['four', 'two'] }, 'four', { four: 3, '?': 0 })).toEqual([
    'rtt,1,hands,,four,3',
    "rtt,1,'=cmd,,four,1",
  ]);
});

test('who does not know has the same name among answers as among hands', () => {
  const question: Question = { kind: 'choice', options: ['four', 'two'] };
  expect(linesOf(question, null, { '?': 2 })).toEqual(['rtt,1,hands,,?,2', "rtt,1,'=cmd,,?,1"]);
});

test('a drawn curve has a row for each point, an order for each place, shares for each part', () => {
  const curve: Question = { kind: 'curve', x: [1, 10, 100], unit: 'rate', min: 1, max: 1e6 };
  expect(linesOf(curve, [5, 50, 500])).toEqual([
    "rtt,1,'=cmd,1,5,1",
    "rtt,1,'=cmd,10,50,1",
    "rtt,1,'=cmd,100,500,1",
  ]);
  expect(linesOf({ kind: 'ranking', items: ['a', 'b'] }, ['b', 'a'])).toEqual([
    "rtt,1,'=cmd,1,b,1",
    "rtt,1,'=cmd,2,a,1",
  ]);
  expect(linesOf({ kind: 'allocation', parts: ['a', 'b'] }, { a: 60, b: 40 })).toEqual([
    "rtt,1,'=cmd,a,60,1",
    "rtt,1,'=cmd,b,40,1",
  ]);
});
