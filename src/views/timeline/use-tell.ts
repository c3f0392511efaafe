import { useTranslations } from 'use-intl';
import { type Excerpt, endOf } from '../../analysis/excerpt.ts';
import { spanAt, type TimelineRow } from '../../analysis/timeline.ts';
import { noRequest } from '../../engine/generated/abi.ts';
import type { Track } from '../../playback/player.ts';
import { laneStateKey } from '../../scene/state-words.ts';
import { activityName, stateWord } from '../../scene/vocabulary.ts';
import { useWords } from '../shared/texts.tsx';
import { useReason } from './use-reason.ts';

/** What a thread does at a moment, for how long, for whom, and what it waits for. */
export function useTell(track: Track, excerpt: Excerpt | undefined, nameOf: (row: TimelineRow) => string) {
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
    const told = t(request === noRequest ? 'span' : 'spanFor', {
      lane: nameOf(row),
      state: activityName(number) === 'none' ? stateName : `${stateName}, ${activity(activityName(number))}`,
      time: words.duration(endOf(excerpt, span) - (excerpt.start[span] as number)),
      request: request === noRequest ? '' : `#${request}`,
    });
    return `${told} ${request === noRequest ? '' : reason(request, timeNs)}`.trim();
  };
}
