/** Names of the two sides, from their presets and scenarios. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { servingNodes } from '../../model/scenario/derived.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { editsBetween } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment, legsOf, type SideState } from '../settings/experiment-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import type { SideInfo } from '../stage-view/stage-side.ts';

export const isChanged = ({ base, scenario }: SideState): boolean =>
  Object.keys(editsBetween(base, scenario)).length > 0;

/** "a pool of 8 blocking connections": the client as a phrase. */
export function useSystemWords(): (scenario: Scenario) => string {
  const t = useTranslations('lab.stage');
  const ofNode = ({ connections, io }: NonNullable<Scenario['client']>): string => {
    if (connections?.kind === 'shared') return t('shared', { count: connections.count ?? 1 });
    if (connections?.kind === 'perRequest') return t('perRequest');
    return t(io?.kind === 'eventLoops' ? 'pooledLoops' : 'pooledBlocking', {
      count: connections?.maxTotal ?? 1,
    });
  };
  return ({ client, server }) => {
    const nodes = client && server ? servingNodes({ client, server }) : 1;
    const system = client ? ofNode(client) : '';
    return nodes > 1 ? t('toEach', { system, nodes }) : system;
  };
}

/** The sides of a player, for the stage. */
export function useSideInfos(player: Player | undefined): readonly SideInfo[] {
  const sides = useStore(experiment);
  const t = useTranslations('lab');
  const system = useSystemWords();
  const { duration, presets } = useWords();
  const { titles } = presets;
  const shown = useShownSides();
  return useMemo(
    () =>
      (player?.tracks ?? []).flatMap(({ id, layout }) => {
        if (!shown.includes(id)) return [];
        const side = sides[id];
        const title = titles[side?.preset ?? ''] ?? '';
        const client = side ? system(side.scenario) : '';
        // Before that instant, the side is another system.
        const changedNs = legsOf(sides, id).findLast(({ scenario }) => system(scenario) !== client)?.untilNs;
        const time = changedNs === undefined ? undefined : duration(changedNs);
        const name = title && side && isChanged(side) ? `${title} · ${t('pair.changed')}` : title;
        // A system of no preset is named by what it is.
        if (name === '')
          return [
            { id, layout, title: client, subtitle: time === undefined ? '' : t('stage.from', { time }) },
          ];
        const subtitle = time === undefined ? client : t('stage.since', { system: client, time });
        return [{ id, layout, title: name, subtitle }];
      }),
    [player, sides, shown, titles, system, duration, t],
  );
}
