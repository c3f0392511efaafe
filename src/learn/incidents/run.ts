/** Runs a variant in the engine and records it. */
import { spansOf } from '../../model/playback/spans.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { EngineService } from '../../model/workers/protocol.ts';
import type { Changes } from './incident.ts';
import { Recorder, type RunRecord } from './record.ts';
import { partialOf, type Variant } from './variant.ts';

/** Wall time of one call, ms. */
const SLICE_MS = 40;

export type Recording = Pick<EngineService, 'normalize' | 'open' | 'record'>;

/** A scenario of an incident that the engine refuses: an error of the incident's data. */
export class IncidentRefused extends Error {
  override name = 'IncidentRefused';
}

async function completed(engine: Recording, partial: unknown): Promise<Scenario> {
  const { scenario, issues } = await engine.normalize(JSON.stringify(partial));
  if (!scenario) throw new IncidentRefused(issues.map(({ code, path }) => `${code} ${path}`).join(', '));
  return scenario;
}

/**
 * The record of a variant with the student's changes; undefined once it is no longer wanted.
 * @throws IncidentRefused if its scenario is invalid
 */
export async function recordOf(
  engine: Recording,
  variant: Variant,
  changes: Changes,
  isWanted: () => boolean = () => true,
): Promise<RunRecord | undefined> {
  const scenario = await completed(engine, partialOf(variant, changes));
  if (!isWanted()) return undefined;
  const layout = await engine.open(scenario, true);
  const { commands, neighbour } = variant;
  const names = {
    command: commands.command.name,
    second: commands.second?.name ?? commands.command.name,
    third: commands.third?.name ?? commands.command.name,
    ...(neighbour && { neighbour: neighbour.command.name }),
  };
  const recorder = new Recorder(scenario, layout, names);
  while (isWanted()) {
    const { chunks, done } = await engine.record(Number.MAX_SAFE_INTEGER, SLICE_MS);
    for (const chunk of chunks) recorder.add(spansOf(chunk));
    if (done) return recorder.record();
  }
  return undefined;
}
