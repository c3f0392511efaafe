import { anything as anyValue, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/app/embed/messages.ts';

const refusedAt = (data: unknown) => {
  const read = readCommand(data);
  return read && 'problem' in read ? [read.problem.code, read.problem.path, read.id] : read;
};

describe('a message', () => {
  it.each([
    { type: 'load', link: 'a=jedis-pool-50&b=lettuce-shared' },
    { type: 'set', path: 'network.rttUs', value: 250 },
    { type: 'set', path: 'client.io.kind', value: 'blocking', side: 'a' },
    { type: 'play' },
    { type: 'pause', id: 'first' },
    { type: 'seek', timeNs: 2e6, id: 7 },
    { type: 'ask' },
    { type: 'goal', goal: null },
    { type: 'goal', goal: { id: 'fast', value: 'qps(a)', between: [1000, null], forMs: 100 } },
    { type: 'goal', goal: { id: 'near', value: 1, between: [null, 'a.responseTime.p99Us'] } },
  ])('is a command: $type', (command) => {
    const message = { roundtrip: 1, ...command };
    expect(readCommand(message)).toEqual({ command: message });
  });

  it.each([
    ['nothing', undefined],
    ['text', 'play'],
    ['a number', 1],
    ['of a tool in the browser', { source: 'react-devtools', payload: {} }],
    ['a list', ['roundtrip']],
  ])('that is not meant for the Lab is not answered: %s', (_, data) => {
    expect(readCommand(data)).toBeUndefined();
  });

  it.each<[string, unknown, unknown]>([
    ['of another version', { roundtrip: 2, type: 'play' }, ['EMB-01', 'roundtrip', undefined]],
    ['of no version', { roundtrip: {}, type: 'play' }, ['EMB-01', 'roundtrip', undefined]],
    ['without a command', { roundtrip: 1, id: 4 }, ['EMB-02', 'type', 4]],
    ['with an unknown command', { roundtrip: 1, type: 'erase', id: 'x' }, ['EMB-02', 'type', 'x']],
    ['with something missing', { roundtrip: 1, type: 'seek' }, ['EMB-02', 'timeNs', undefined]],
    ['to no time', { roundtrip: 1, type: 'seek', timeNs: Number.NaN }, ['EMB-02', 'timeNs', undefined]],
    ['before the beginning', { roundtrip: 1, type: 'seek', timeNs: -1 }, ['EMB-02', 'timeNs', undefined]],
    ['with more than there is', { roundtrip: 1, type: 'play', loud: true }, ['EMB-02', 'loud', undefined]],
    [
      'with a longer link',
      { roundtrip: 1, type: 'load', link: 'a'.repeat(9000) },
      ['EMB-02', 'link', undefined],
    ],
    [
      'with an object for a value',
      { roundtrip: 1, type: 'set', path: 'seed', value: {} },
      ['EMB-02', 'value', undefined],
    ],
    ...(
      [
        ['id', { id: '' }],
        ['id', { id: 'x'.repeat(61) }],
        ['value', { value: { toString: 'qps(a)' } }],
        ['value', { value: '1+'.repeat(101) }],
        ['value', { value: Number.POSITIVE_INFINITY }],
        ['between', { between: [null, null] }],
        ['between.1', { between: [1] }],
        ['between.0', { between: [[], null] }],
        ['forMs', { forMs: -1 }],
        ['unit', { unit: 'us' }],
      ] as const
    ).map(([field, wrong]): [string, unknown, unknown] => [
      `with a goal that is none: ${field}`,
      { roundtrip: 1, type: 'goal', goal: { id: 'fast', value: 'qps(a)', between: [1, null], ...wrong } },
      ['EMB-02', `goal.${field}`, undefined],
    ]),
    [
      'with an id of any length',
      { roundtrip: 1, type: 'play', id: 'x'.repeat(101) },
      ['EMB-02', 'id', undefined],
    ],
  ])('%s is refused with its reason', (_, data, answer) => {
    expect(refusedAt(data)).toEqual(answer);
  });

  it('of any kind breaks nothing', () => {
    assert(
      property(anyValue(), anyValue(), (data, type) => {
        readCommand(data);
        const read = readCommand({ roundtrip: 1, type, link: data, path: data, timeNs: data });
        expect(read).toBeDefined();
      }),
    );
  });
});
