/** What the two sides are called, from their presets and scenarios. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import type { Player } from '../../playback/player.ts';
import type { Scenario } from '../../scenario/generated/scenario.ts';
import { editsBetween } from '../../scenario/patch.ts';
import { experiment, type SideState } from '../../stores/experiment.ts';
import { useWords } from '../shared/texts.tsx';
import type { SideInfo } from '../stage/Stage.tsx';

export const isChanged = ({ base, scenario }: SideState): boolean =>
  Object.keys(editsBetween(base, scenario)).length > 0;

/** "a pool of 8 blocking connections": the client in half a sentence. */
export function useSystemWords(): (scenario: Scenario) => string {
  const t = useTranslations('lab.stage');
  return ({ client }) => {
    const { connections, io } = client ?? {};
    if (connections?.kind === 'shared') return t('shared', { count: connections.count ?? 1 });
    return t(io?.kind === 'eventLoops' ? 'pooledLoops' : 'pooledBlocking', {
      count: connections?.maxTotal ?? 1,
    });
  };
}

/** The sides of a player, for the stage. */
export function useSideInfos(player: Player | undefined): readonly SideInfo[] {
  const words = useWords();
  const t = useTranslations('lab');
  const system = useSystemWords();
  const sides = useStore(experiment);
  return useMemo(
    () =>
      (player?.tracks ?? []).map(({ id, layout }) => {
        const side = sides[id];
        const title = words.presets.titles[side?.preset ?? ''] ?? '';
        const subtitle = side ? system(side.scenario) : '';
        return {
          id,
          layout,
          title: side && isChanged(side) ? `${title} · ${t('pair.changed')}` : title,
          subtitle,
        };
      }),
    [player, sides, words, system, t],
  );
}
