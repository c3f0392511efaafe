/** The model beside a real run: the same scenario, with the machine that it ran on and costs that were measured elsewhere. */

import type { RealWorkload } from '../bridge/workload/workload.ts';
import { benchmarkRows } from '../evidence/predict/benchmark.ts';
import { PROFILE, runFor, sharedMachine } from '../evidence/predict/machine.ts';
import { nodeRows } from '../evidence/predict/node.ts';
import type { Row } from '../evidence/predict/row.ts';
import { applyEdits, type Edits, getAt, type Json } from '../scenario/patch.ts';
import { measurement, type RealRun } from '../stores/measurement.ts';
import { closeEngine, engineProblem } from './engines.ts';
import { completed, wholeRun } from './whole-run.ts';

const ROLE = 'twin';

/** What a driver costs besides, as this project's measured rows have it. */
function costsOf(driver: RealWorkload['driver']): Json {
  const rows: Partial<Record<RealWorkload['driver'], () => Row | undefined>> = {
    redisBenchmark: () => benchmarkRows()[0],
    ioredisAutoPipelining: () => nodeRows().find(({ id }) => id.includes('ioredis_auto')),
  };
  const costs = rows[driver]?.()?.scenario;
  return applyEdits((getAt(costs, 'costs') as Json | undefined) ?? {}, { profile: PROFILE });
}

let present: object | undefined;

/** Asks the model for what a real run was asked for. */
export async function runTwin(
  asked: Json,
  adapted: Edits,
  workload: RealWorkload,
  { machine, redis }: Pick<RealRun, 'machine' | 'redis'>,
): Promise<void> {
  const mine = {};
  present = mine;
  const isWanted = () => present === mine;
  measurement.setState({ twin: { status: 'running' } });
  try {
    const scenario = await completed(
      ROLE,
      applyEdits(asked, {
        ...adapted,
        run: runFor(workload.relay?.rttUs ?? 0),
        'client.cores': machine.cores,
        ...(redis.place === 'remote' ? {} : { 'server.host': sharedMachine.server.host }),
        costs: costsOf(workload.driver),
      }),
    );
    const summary = await wholeRun(ROLE, scenario, isWanted);
    if (summary && isWanted()) measurement.setState({ twin: { status: 'done', summary } });
  } catch (error) {
    if (isWanted()) measurement.setState({ twin: { status: 'failed', problem: engineProblem(error) } });
  } finally {
    if (isWanted()) stopTwin();
  }
}

/** Whatever the model has not finished is forgotten, and its worker's memory with it. */
export function stopTwin(): void {
  present = undefined;
  closeEngine(ROLE);
}
