import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Excerpt } from '../../model/analysis/excerpt.ts';
import { journeyOf, legAt, stayName } from '../../model/analysis/journey.ts';
import { attributeWait } from '../../model/analysis/wait-attribution.ts';
import type { Track } from '../../model/playback/player.ts';
import { describeLane } from '../../stage/describe.ts';
import { useMessage } from '../stage-view/use-message.ts';

/** In what phase a request is at a moment, what it needs there, and who has that longest. */
export function useReason(
  track: Track,
  excerpt: Excerpt | undefined,
): (request: number, timeNs: number) => string {
  const t = useTranslations('profile.timeline.reason');
  const phase = useTranslations('phases.at');
  const say = useMessage();
  return useCallback(
    (request, timeNs) => {
      const journey = excerpt && journeyOf(excerpt, request);
      const leg = journey && legAt(journey, timeNs);
      if (!excerpt || !journey || !leg) return '';
      const { layout } = track;
      const { needed, shares } = attributeWait({ excerpt, layout }, journey, leg);
      const other = shares.find(({ reason }) => reason === 'other')?.request;
      const facts = {
        request: `#${request}`,
        phase: phase(stayName(leg)),
        holder: other === undefined ? '' : `#${other}`,
        connection: 'connection' in needed ? needed.connection + 1 : 0,
        lane: 'lane' in needed ? say(describeLane(layout, needed.lane)) : '',
      };
      if (other === undefined || needed.kind === 'wire' || needed.kind === 'anyConnection')
        return t('plain', facts);
      return t(needed.kind === 'connection' ? 'connection' : 'thread', facts);
    },
    [excerpt, track, t, phase, say],
  );
}
