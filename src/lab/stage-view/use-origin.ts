import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '../../lib/format.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { run } from '../run/run-state.ts';

/** The source of a side's counts: instant, run and engine. Empty for a player without a run of the model. */
export function useOrigin(player: Player): (track: Track) => string {
  const t = useTranslations('describe');
  const locale = useLocale();
  return useCallback(
    ({ id, frame }) => {
      const { player: labPlayer, played, [id]: counted } = run.getState();
      if (player !== labPlayer || !played) return '';
      const { summary, isStale } = counted;
      return t('origin', {
        side: id.toUpperCase(),
        time: formatDuration(frame.timeNs, locale),
        seed: String(played[id].scenario.seed ?? 0),
        // The fingerprint needs the whole run, so it is there after its simulation.
        version: summary && !isStale ? summary.engineVersion : 'unknown',
        fingerprint: summary?.fingerprint.slice(0, 8) ?? '',
      });
    },
    [player, t, locale],
  );
}
