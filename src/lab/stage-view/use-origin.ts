import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '../../lib/format.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { run } from '../run/run-state.ts';

/**
 * Where the counts of a side come from: at which instant of which run of which engine. Nothing for a show that is no run of
 * the model.
 */
export function useOrigin(player: Player): (track: Track) => string {
  const t = useTranslations('describe');
  const locale = useLocale();
  return useCallback(
    ({ id, frame }) => {
      const { player: own, played, [id]: counted } = run.getState();
      if (player !== own || !played) return '';
      const { summary, isStale } = counted;
      return t('origin', {
        side: id.toUpperCase(),
        time: formatDuration(frame.timeNs, locale),
        seed: String(played[id].scenario.seed ?? 0),
        // The fingerprint is of the whole run, and there when that has been counted.
        version: summary && !isStale ? summary.engineVersion : 'unknown',
        fingerprint: summary?.fingerprint.slice(0, 8) ?? '',
      });
    },
    [player, t, locale],
  );
}
