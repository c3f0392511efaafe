import { describe, expect, it } from 'vitest';
import { fieldAt, fieldNamed, fields, isActive } from '../../../../src/model/scenario/fields.ts';

const find = (path: string, variant?: string) =>
  fields.find(
    (field) => field.path === path && (variant === undefined || field.when.some(({ is }) => is === variant)),
  );

describe('the fields of a scenario', () => {
  it('know their range, unit, scale and default from the schema', () => {
    expect(find('network.rttUs')).toMatchObject({
      key: 'Network.rttUs',
      kind: 'number',
      min: 0,
      max: 1e7,
      unit: 'µs',
      scale: 'log',
      default: 1000,
      when: [],
    });
  });

  it('include the choice of a variant and the fields of every variant', () => {
    const kind = find('client.connections.kind');
    expect(kind?.choices).toEqual(['pooled', 'shared', 'perRequest']);
    expect(kind?.default).toBe('pooled');
    expect(find('client.connections.maxTotal')?.when).toEqual([
      { path: 'client.connections.kind', is: 'pooled' },
    ]);
    expect(find('client.connections.count')?.when).toEqual([
      { path: 'client.connections.kind', is: 'shared' },
    ]);
  });

  it('nest conditions where a union is inside another', () => {
    expect(find('workload.arrivals.thinkUs.mean', 'lognormal')?.when).toEqual([
      { path: 'workload.arrivals.kind', is: 'closed' },
      { path: 'workload.arrivals.thinkUs.kind', is: 'lognormal' },
    ]);
  });

  it('distinguish variants that share a path by the choices of the scenario', () => {
    const open = { workload: { arrivals: { kind: 'open', callers: 3 } } };
    expect(fieldAt(open, 'workload.arrivals.callers')?.key).toBe('Arrivals.open.callers');
    expect(fieldAt(open, 'workload.arrivals.thinkUs.kind')).toBeUndefined();
    expect(fieldNamed('client.io')?.key).toBe('Client.io');
  });

  it('exist where they have an effect, and where they are set', () => {
    const pool = (client: object, idleTimeoutMs: number) => ({
      client: { ...client, connections: { kind: 'pooled', idleTimeoutMs } },
    });
    const [java, go] = [{ runtime: { kind: 'threads' } }, { runtime: { kind: 'goroutines' } }];
    const path = 'client.connections.idleTimeoutMs';
    expect(fieldAt(pool(java, 0), path)).toBeUndefined();
    expect(fieldAt(pool(java, 5), path)).toBeDefined();
    expect(fieldAt(pool(go, 0), path)).toBeDefined();
    const timeout = { client: { io: { kind: 'eventLoops', timeoutScheduler: { kind: 'none' } } } };
    const ofNode = { client: { ...timeout.client, runtime: { kind: 'eventLoop' } } };
    expect(fieldAt(timeout, 'client.io.timeoutScheduler.kind')).toBeDefined();
    expect(fieldAt(ofNode, 'client.io.timeoutScheduler.kind')).toBeUndefined();
  });

  it('mark costs as optional: without a value they come from the profile', () => {
    expect(find('costs.overrides.pollNs')).toMatchObject({ optional: true, unit: 'ns' });
    expect(find('costs.overrides.pollNs')).not.toHaveProperty('default');
  });

  it('have exactly one active field per path, for any choices', () => {
    const scenario = {
      workload: {
        arrivals: { kind: 'closed', thinkUs: { kind: 'erlang' } },
        command: { execUs: { kind: 'uniform' } },
      },
      client: { io: { kind: 'blocking' }, connections: { kind: 'pooled' }, runtime: { kind: 'threads' } },
      network: { requestJitterUs: { kind: 'constant' }, replyJitterUs: { kind: 'lognormal' } },
      server: { host: { kind: 'own' } },
    };
    const active = fields.filter((field) => isActive(field, scenario)).map(({ path }) => path);
    expect(new Set(active).size).toBe(active.length);
    expect(active).toContain('workload.arrivals.thinkUs.stages');
    expect(active).not.toContain('workload.command.execUs.mean');
  });

  it('have bounds that include their default', () => {
    for (const field of fields) {
      if (typeof field.default !== 'number') continue;
      expect(field.default, field.path).toBeGreaterThanOrEqual(field.min ?? Number.NEGATIVE_INFINITY);
      expect(field.default, field.path).toBeLessThanOrEqual(field.max ?? Number.POSITIVE_INFINITY);
    }
  });
});
