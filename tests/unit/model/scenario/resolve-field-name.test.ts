/** Tests the field that a name in a link selects when it is not a path. */
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../../../src/model/scenario/fields.ts';
import { presets } from '../../../../src/model/scenario/library.ts';
import { COMMON_NAMES, fitted, resolveFieldName } from '../../../../src/model/scenario/resolve-field-name.ts';

const pooled = {
  client: { connections: { kind: 'pooled' }, io: { kind: 'blocking' } },
  workload: { arrivals: { kind: 'closed' } },
};
const shared = {
  client: { connections: { kind: 'shared' }, io: { kind: 'eventLoops' } },
  workload: { arrivals: { kind: 'open' } },
};

describe('a name that is not a path', () => {
  it.each([
    ['conections', 'client.connections.maxTotal', 'client.connections.count'],
    ['connections', 'client.connections.maxTotal', 'client.connections.count'],
    ['pool', 'client.connections.maxTotal', undefined],
    ['threads', 'workload.arrivals.callers', 'workload.arrivals.callers'],
    ['rtt', 'network.rttUs', 'network.rttUs'],
    ['rttUs', 'network.rttUs', 'network.rttUs'],
    ['maxTotl', 'client.connections.maxTotal', undefined],
    ['client.conections.maxTotal', 'client.connections.maxTotal', undefined],
    ['netwrk.rttUs', 'network.rttUs', 'network.rttUs'],
    ['client.rttUs', 'network.rttUs', 'network.rttUs'],
    ['ratePerSec', undefined, 'workload.arrivals.ratePerSec'],
    ['pausd', 'paused', 'paused'],
    ['somethingElseAltogether', undefined, undefined],
    ['__proto__', undefined, undefined],
  ])('%s means %s with a pool, and %s with shared connections', (name, inPool, inShared) => {
    expect([resolveFieldName(name, pooled), resolveFieldName(name, shared)]).toEqual([inPool, inShared]);
  });

  it('does not mean a path of another kind of system', () => {
    expect(resolveFieldName('client.connections.maxTotal', shared)).toBeUndefined();
  });

  it('has in each preset a setting for what every system has', () => {
    for (const { id, scenario } of presets)
      expect(resolveFieldName('threads', scenario), id).toBe('workload.arrivals.callers');
  });

  it('leads to existing settings', () => {
    for (const path of Object.values(COMMON_NAMES).flat()) expect(fieldNamed(path), path).toBeDefined();
  });
});

describe('the value of such a name', () => {
  it('is moved into the range of the setting, and dropped for another type', () => {
    expect(fitted(pooled, 'client.connections.maxTotal', 50_000)).toBe(10_000);
    expect(fitted(pooled, 'client.connections.maxTotal', 8.4)).toBe(8);
    expect(fitted(pooled, 'client.connections.maxTotal', 'eight')).toBeUndefined();
    expect(fitted(pooled, 'client.connections.kind', 'shared')).toBe('shared');
    expect(fitted(pooled, 'client.connections.kind', 'none')).toBeUndefined();
    expect(fitted(pooled, 'speed', 3)).toBeUndefined();
  });
});
