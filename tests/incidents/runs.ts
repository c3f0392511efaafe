/** Recorded runs of incidents in Node. */
import type { Changes } from '../../src/learn/incidents/incident.ts';
import { type Recording, recordOf } from '../../src/learn/incidents/run.ts';
import type { Variant } from '../../src/learn/incidents/variant.ts';
import { Session } from '../../src/model/workers/session.ts';
import { loadEngine } from '../engine/runs.ts';

const session = new Session(await loadEngine(), () => 0);

/** The engine behind the worker protocol, in this thread. */
export const engine: Recording = {
  normalize: async (json) => session.normalize(json),
  open: async (...run) => session.open(...run),
  record: async (...stretch) => session.record(...stretch),
};

/** The record of a variant with changes. */
export async function recorded(variant: Variant, changes: Changes = {}) {
  const record = await recordOf(engine, variant, changes);
  if (!record) throw new Error('the run was given up');
  return record;
}
