import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { type Excerpt, endOf } from '../../model/analysis/excerpt.ts';
import { journeyOf, legAt, stayName } from '../../model/analysis/journey.ts';
import { spanAt, type TimelineRow } from '../../model/analysis/timeline.ts';
import { attributeWait } from '../../model/analysis/wait-attribution.ts';
import { noRequest } from '../../model/engine/generated/abi.ts';
import type { Track } from '../../model/playback/player.ts';
import { describeLane } from '../../stage/describe.ts';
import { laneStateKey } from '../../stage/state-words.ts';
import { activityName, stateWord } from '../../stage/vocabulary.ts';
import { useWords } from '../../ui/texts.tsx';
import { useMessage } from '../stage-view/use-message.ts';

/** The phase of a request at an instant, the resource it needs, and its longest holder. */
function useReason(track: Track, excerpt: Excerpt | undefined): (request: number, timeNs: number) => string {
  const t = useTranslations('profile.timeline.reason');
  const phase = useTranslations('phases.at');
  const toText = useMessage();
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
        lane: 'lane' in needed ? toText(describeLane(layout, needed.lane)) : '',
      };
      if (other === undefined || needed.kind === 'wire' || needed.kind === 'anyConnection')
        return t('plain', facts);
      return t(needed.kind === 'connection' ? 'connection' : 'thread', facts);
    },
    [excerpt, track, t, phase, toText],
  );
}

/** Describes a thread at an instant: activity, duration, request, and what it waits for. */
export function useThreadDescription(
  track: Track,
  excerpt: Excerpt | undefined,
  nameOf: (row: TimelineRow) => string,
): (row: TimelineRow, timeNs: number) => string {
  const t = useTranslations('profile.timeline');
  const state = useTranslations();
  const activity = useTranslations('activity');
  const words = useWords();
  const reason = useReason(track, excerpt);
  return (row: TimelineRow, timeNs: number): string => {
    if (!excerpt) return '';
    if (row.kind === 'others') return nameOf(row);
    const span = spanAt(excerpt, row.lane, timeNs);
    if (span < 0) return '';
    const number = (excerpt.arg[span] as number) & 0xff;
    const request = excerpt.request[span] as number;
    const what = stateWord(excerpt.kind[span] as number) ?? 'idle';
    const stateName = state(laneStateKey(track.layout, row.lane, what, request !== noRequest));
    const description = t(request === noRequest ? 'span' : 'spanFor', {
      lane: nameOf(row),
      state: activityName(number) === 'none' ? stateName : `${stateName}, ${activity(activityName(number))}`,
      time: words.duration(endOf(excerpt, span) - (excerpt.start[span] as number)),
      request: request === noRequest ? '' : `#${request}`,
    });
    return `${description} ${request === noRequest ? '' : reason(request, timeNs)}`.trim();
  };
}
