import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, setAt } from '../../../../src/model/scenario/apply-edits.ts';
import { diff, editsBetween, getAt } from '../../../../src/model/scenario/patch.ts';

const pooled = { client: { cores: 8, connections: { kind: 'pooled', maxTotal: 8, order: 'lifo' } }, seed: 1 };

describe('getAt and setAt', () => {
  it('read and write by path without touching the original', () => {
    const changed = setAt(pooled, 'client.connections.maxTotal', 50);
    expect(getAt(changed, 'client.connections.maxTotal')).toBe(50);
    expect(pooled.client.connections.maxTotal).toBe(8);
    expect(getAt(changed, 'client.nothing.here')).toBeUndefined();
  });

  it('drop the fields of a variant that is no longer chosen', () => {
    expect(getAt(setAt(pooled, 'client.connections.kind', 'shared'), 'client.connections')).toEqual({
      kind: 'shared',
    });
    expect(setAt(pooled, 'client.connections.kind', 'pooled')).toEqual(pooled);
  });

  it('delete a value with null', () => {
    expect(setAt({ costs: { overrides: { pollNs: 5 } } }, 'costs.overrides.pollNs', null)).toEqual({
      costs: { overrides: {} },
    });
  });

  it('treat dangerous names as names', () => {
    const changed = setAt({}, '__proto__.polluted', true);
    expect(Object.hasOwn(changed as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('applyEdits', () => {
  it('changes an element of a list, and adds one after the last', () => {
    const base = { events: [{ kind: 'burst', atMs: 1, factor: 2 }] };
    expect(applyEdits(base, { 'events.0.factor': 3 })).toEqual({
      events: [{ kind: 'burst', atMs: 1, factor: 3 }],
    });
    const added = { 'events.1.atMs': 5, 'events.1.kind': 'nodeLost' };
    expect(applyEdits(base, added)).toEqual({ events: [base.events[0], { kind: 'nodeLost', atMs: 5 }] });
  });

  it('chooses variants before it sets their fields, in any order', () => {
    const edits = { 'client.connections.count': 4, 'client.connections.kind': 'shared' };
    expect(getAt(applyEdits(pooled, edits), 'client.connections')).toEqual({ kind: 'shared', count: 4 });
  });
});

describe('diff', () => {
  it('names every leaf that differs, with both values', () => {
    const shared = { client: { cores: 8, connections: { kind: 'shared', count: 1 } }, seed: 2 };
    expect(diff(pooled, shared)).toEqual([
      { path: 'client.connections.kind', from: 'pooled', to: 'shared' },
      { path: 'client.connections.count', to: 1 },
      { path: 'client.connections.maxTotal', from: 8 },
      { path: 'client.connections.order', from: 'lifo' },
      { path: 'seed', from: 1, to: 2 },
    ]);
    expect(diff(pooled, structuredClone(pooled))).toEqual([]);
  });
});

/** Scenarios in miniature: nested objects, unions and plain values. */
const scenarios = fc.record(
  {
    seed: fc.nat(),
    network: fc.record({ rttUs: fc.double({ noNaN: true, min: 0 }) }),
    host: fc.oneof(
      fc.record({ kind: fc.constant('own'), cores: fc.nat(8) }),
      fc.record({ kind: fc.constant('client') }),
      fc.record({
        kind: fc.constant('far'),
        delay: fc.record({ kind: fc.constantFrom('x', 'y'), value: fc.nat(3) }),
      }),
    ),
    overrides: fc.record({ a: fc.nat(), b: fc.nat() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['seed', 'network', 'host', 'overrides'] },
);

describe('editsBetween', () => {
  it('leads from any scenario to any other', () => {
    fc.assert(
      fc.property(scenarios, scenarios, (base, to) => {
        expect(applyEdits(base, editsBetween(base, to))).toEqual(to);
      }),
    );
  });

  it('is empty exactly when nothing differs', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        expect(editsBetween(scenario, structuredClone(scenario))).toEqual({});
      }),
    );
  });
});
