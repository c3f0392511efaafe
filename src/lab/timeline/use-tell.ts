import { useTranslations } from 'use-intl';
import type { Excerpt } from '../../model/analysis/excerpt.ts';
import { endOf } from '../../model/analysis/excerpt.ts';
import { spanAt, type TimelineRow } from '../../model/analysis/timeline.ts';
import { noRequest } from '../../model/engine/generated/abi.ts';
import type { Track } from '../../model/playback/player.ts';
import { laneStateKey } from '../../stage/state-words.ts';
import { activityName, stateWord } from '../../stage/vocabulary.ts';
import { useWords } from '../../ui/texts.tsx';
import { useReason } from './use-reason.ts';

/** What a thread does at a moment, for how long, for whom, and what it waits for. */
export function useTell(
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
    const told = t(request === noRequest ? 'span' : 'spanFor', {
      lane: nameOf(row),
      state: activityName(number) === 'none' ? stateName : `${stateName}, ${activity(activityName(number))}`,
      time: words.duration(endOf(excerpt, span) - (excerpt.start[span] as number)),
      request: request === noRequest ? '' : `#${request}`,
    });
    return `${told} ${request === noRequest ? '' : reason(request, timeNs)}`.trim();
  };
}
