/** Our campaigns with real client libraries as tables: like published ones, they are judged by their ratios. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { type Campaign, campaigns, driftOf, rateOf, scatterOf } from '../measured/campaign.ts';
import { PROFILE, runFor, sharedMachine } from '../predict/machine.ts';
import type { Group, PublishedTable } from './published.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function tableOf(id: string, campaign: Campaign): PublishedTable {
  const { machine, redis, measuredAt, rounds, configurations, placement, secondsEach } = campaign;
  const cores = placement === 'oneCore' ? 1 : machine.cores;
  const groups = [...new Set(configurations.map(({ group }) => group))];
  const versions = [...new Set(configurations.map(({ library, version }) => `${library} ${version}`))];
  const place = cores === 1 ? 'pinned to one core' : `sharing ${cores} cores, as the kernel places them`;
  return {
    id,
    title: { en: 'Client libraries, measured by this project', 'zh-CN': '客户端库，由本项目测量' },
    source: {
      name: 'npm run campaign',
      url: `src/evidence/measured/campaigns/${id}.json`,
      published: measuredAt.slice(0, 10),
    },
    setup: `${machine.cpu}, ${machine.cores} cores, ${machine.platform} ${machine.release}; Redis ${redis.version}; ${versions.join(', ')}; client and Redis ${place}; ${rounds.length} rounds in shuffled order, ${secondsEach} s each after a steady warm-up. Drift from first to last round ${percent(driftOf(campaign))}, scatter of the rounds ${percent(scatterOf(campaign))}.`,
    mapping: `Profile ${PROFILE}, uncalibrated: its costs are those of another virtual machine with two cores.`,
    runs: Object.fromEntries(
      configurations.map(({ scenario }, index) => [runName(index), { set: editsOf(scenario, cores) }]),
    ),
    groups: groups.map(
      (name): Group => ({
        name,
        cells: configurations.flatMap(({ id: cell, group }, index) => {
          const seen = group === name ? rateOf(campaign, cell) : undefined;
          return seen ? [{ name: cell, value: `qps(${runName(index)})`, seen: seen.value }] : [];
        }),
      }),
    ),
    shapes: [],
  };
}

const runName = (index: number) => `c${index}`;

/** The scenario of a configuration on the machine of a campaign, section by section. */
function editsOf(scenario: Json, cores: number): Edits {
  const rttUs = Number((scenario as { network?: { rttUs?: number } }).network?.rttUs ?? 0);
  const whole = applyEdits(scenario, {
    run: runFor(rttUs),
    'client.cores': cores,
    'server.host': sharedMachine.server.host,
    'costs.profile': PROFILE,
  });
  return { ...(whole as Record<string, Json>) };
}

export const campaignTables: readonly PublishedTable[] = campaigns.map(({ id, ...campaign }) =>
  tableOf(id, campaign),
);
