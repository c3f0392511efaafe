/** The moment at which a point of an experiment opens in the Lab. */
import { describe, expect, it } from 'vitest';
import { mostWaiting } from '../../../src/experiments/sweep-open.ts';

const levels = (queues: Record<string, number[]>) => ({ fromNs: 1000, binNs: 10, queues }) as never;

describe('the most telling moment of a run', () => {
  it('is the first at which most requests wait for somebody', () => {
    expect(mostWaiting(levels({ waitConnection: [0, 2, 5, 5, 1], clientQueue: [3, 0, 1, 1, 0] }))).toBe(1025);
  });

  it('leaves out who is on the wire or is being answered', () => {
    expect(mostWaiting(levels({ wireOut: [9, 0, 0], execute: [0, 9, 0], waitConnection: [0, 0, 1] }))).toBe(
      1025,
    );
  });

  it('is none where nobody waits', () => {
    expect(mostWaiting(levels({ wireBack: [4], waitConnection: [0] }))).toBeUndefined();
    expect(mostWaiting(levels({}))).toBeUndefined();
  });
});
