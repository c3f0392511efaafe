/** `sim campaign`: measures the client libraries of the drivers on this machine and stores every round. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { shuffler } from 'd3-array';
import { randomLcg } from 'd3-random';
import type { Bridge } from '../bridge/client.ts';
import { isLibrary, releaseName, releasesOf } from '../bridge/workload/library.ts';
import type { Measured } from '../bridge/workload/measured.ts';
import { type RealQuestion, scenarioOf } from '../bridge/workload/question.ts';
import {
  type Campaign,
  type CampaignConfiguration,
  type CampaignMeasurement,
  type CampaignRound,
  driftOf,
  rateOf,
  scatterOf,
} from '../evidence/measured/campaign.ts';
import { NothingMeasured, realRunsOver, requestedDriver } from '../live/calibration/measuring.ts';
import { today } from '../model/playback/clock.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import type { Edits } from '../model/scenario/patch.ts';
import { CAMPAIGN } from './campaign-configurations.ts';
import { EXIT, print, printMessage } from './input.ts';
import { withOwnBridge } from './own-bridge.ts';

export interface CampaignRequest {
  readonly rounds: number;
  /** Measures the configurations whose names contain this text only. */
  readonly only: string;
}

/** Wall time of one measurement and its least warm-up, s. */
const SECONDS = 1.5;
const WARMUP_SECONDS = 0.4;
/** Seed of the order of each round. */
const SEED = 1;

/** Returns the exit code. `wasm` is the engine's file, `root` the repository. */
export async function runCampaign(
  { rounds: wanted, only }: CampaignRequest,
  wasm: string,
  root: string,
): Promise<number> {
  const chosen = CAMPAIGN.filter(({ id }) => id.includes(only));
  if (chosen.length === 0) {
    printMessage(
      `no configuration contains "${only}" (there are: ${CAMPAIGN.map(({ id }) => id).join(', ')})`,
    );
    return EXIT.badInput;
  }
  return withOwnBridge(wasm, root, async (bridge) => {
    const hello = await bridge.ask('hello', {});
    await buildAll(bridge, chosen);
    const configurations = await Promise.all(chosen.map((each) => configurationOf(bridge, each)));
    const measure = measuring(bridge);
    const shuffled = shuffler(randomLcg(SEED));
    const rounds: CampaignRound[] = [];
    const campaign: Campaign = {
      format: 'roundtrip-campaign',
      version: 1,
      measuredAt: today().toISOString(),
      machine: hello.machine,
      redis: { version: hello.redisVersion },
      placement: 'free',
      secondsEach: SECONDS,
      seed: SEED,
      configurations,
      rounds,
    };
    while (rounds.length < wanted) {
      const startedAt = today().toISOString();
      const order = shuffled([...chosen]);
      const measurements: Record<string, CampaignMeasurement> = {};
      for (const [index, { id, question }] of order.entries()) {
        printMessage(`round ${rounds.length + 1} of ${wanted}, ${index + 1} of ${order.length}: ${id}`);
        const measurement = await measure(question);
        if (measurement) measurements[id] = measurement;
      }
      rounds.push({ startedAt, order: order.map(({ id }) => id), measurements });
      // After each round: an interrupted campaign keeps those that it has finished.
      await store(campaign, root);
    }
    show(campaign);
    bridge.close();
    return EXIT.done;
  });
}

async function store(campaign: Campaign, root: string): Promise<void> {
  const folder = join(root, 'src/evidence/measured/campaigns');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${campaign.measuredAt.slice(0, 16).replace(/[T:]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify(campaign, null, 1)}\n`);
  printMessage(`written: ${relative(root, file)}`);
}

interface Chosen {
  readonly id: string;
  readonly group: string;
  readonly question: RealQuestion;
}

async function buildAll(bridge: Bridge, chosen: readonly Chosen[]): Promise<void> {
  const releases = chosen.flatMap(({ question: { driver, version } }) =>
    isLibrary(driver) ? [{ library: driver, version: version ?? releasesOf(driver)[0].version }] : [],
  );
  const distinct = new Map(releases.map((each) => [releaseName(each.library, each.version), each]));
  for (const [name, release] of distinct) {
    printMessage(`building what runs ${name}, unless it is built`);
    await bridge.ask('build', release);
  }
}

/** The scenario has what the library decides itself. */
async function configurationOf(
  bridge: Bridge,
  { id, group, question }: Chosen,
): Promise<CampaignConfiguration> {
  const scenario = scenarioOf(question);
  const plan = await bridge.ask('plan', requestOf(question));
  if (plan.kind === 'impossible' || !plan.library)
    throw new Error(`${id} cannot run: ${JSON.stringify(plan.kind === 'impossible' ? plan.misfits : plan)}`);
  const decided: Edits = Object.fromEntries(
    plan.adapted.flatMap(({ path, to }) => (to === null ? [] : [[path, to]])),
  );
  const { name: library, version } = plan.library;
  return { id, group, library, version, scenario: applyEdits(scenario, decided) };
}

const requestOf = (question: RealQuestion) => ({
  scenario: scenarioOf(question),
  seconds: SECONDS,
  warmupSeconds: WARMUP_SECONDS,
  ...requestedDriver(question),
});

/** Measures one configuration; undefined if that failed. */
function measuring(bridge: Bridge): (question: RealQuestion) => Promise<CampaignMeasurement | undefined> {
  const run = realRunsOver(bridge);
  return async (question) => {
    try {
      return measurementOf((await run(requestOf(question))).measured);
    } catch (error) {
      if (!(error instanceof NothingMeasured)) throw error;
      printMessage(`failed: ${error.measured.remarks.map(({ code }) => code).join(', ')}`);
      return undefined;
    }
  };
}

function measurementOf({ summary, server, program, remarks, othersCores }: Measured): CampaignMeasurement {
  if (!summary) throw new Error('nothing was measured');
  const { throughput, responseTime, windowUs, requests } = summary;
  const perRequest = (value: number | null | undefined) =>
    value === null || value === undefined ? null : Math.round((1e4 * value) / requests.completed) / 1e4;
  const clientUs = program?.cores == null ? null : program.cores * windowUs;
  return {
    perSec: Math.round(10 * throughput.perSec) / 10,
    meanUs: Math.round(10 * (responseTime.meanUs ?? 0)) / 10,
    p99Us: responseTime.p99Us ?? null,
    clientCpuUs: perRequest(clientUs),
    serverCpuUs: perRequest(server && server.cpuUserUs + server.cpuSystemUs),
    voluntarySwitchesPerRequest: perRequest(program?.voluntarySwitches),
    serverReadsPerRequest: perRequest(server?.reads),
    othersCores: othersCores === undefined ? null : Math.round(1000 * othersCores) / 1000,
    warmupUs: program?.warmupUs ?? 0,
    isSteady: program?.isSteady ?? null,
    remarks: remarks.map(({ code }) => code),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function show(campaign: Campaign): void {
  print(
    `${'requests/s'.padEnd(44)}${'median'.padStart(10)}${'lowest'.padStart(10)}${'highest'.padStart(10)}`,
  );
  for (const { id } of campaign.configurations) {
    const rate = rateOf(campaign, id);
    const texts = rate ? [rate.value, rate.low, rate.high].map((value) => Math.round(value)) : [];
    print(id.padEnd(44) + texts.map((value) => value.toLocaleString('en').padStart(10)).join(''));
  }
  if (campaign.rounds.length > 1)
    print(
      `drift from the first to the last round: ${percent(driftOf(campaign))}; scatter of the rounds: ${percent(scatterOf(campaign))}`,
    );
}
