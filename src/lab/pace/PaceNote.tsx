import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatClock, formatDuration } from '../../lib/format.ts';
import type { ThemeName } from '../../lib/palette.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { type FollowState, follow } from '../follow/follow-state.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import { ElasticRuler } from './ElasticRuler.tsx';
import styles from './PaceNote.module.css';
import { completedNow, keepPace, presentSync } from './pace.ts';

export interface PaceNoteProps {
  readonly player: Player;
  readonly theme: ThemeName;
}

/** Shows on the stage the alignment of the sides, their positions and the stretching of time. */
export function PaceNote({ player, theme }: PaceNoteProps) {
  useEffect(keepPace, []);
  const t = useTranslations('pace.note');
  const { sync, isElastic, only } = useStore(ui);
  const state = useStore(follow);
  const { followed, followedTrail } = state;
  const isStretched = isElastic && followed !== undefined && followedTrail?.journey.isWhole === true;
  return (
    <section className={styles.note} data-pace={isStretched ? 'ruler' : 'note'} aria-label={t('label')}>
      {sync !== 'time' && only === undefined && <Together player={player} state={state} />}
      {isStretched && (
        <ElasticRuler player={player} theme={theme} followed={followed} journey={followedTrail.journey} />
      )}
      {isElastic && !isStretched && (
        <p>{followed && followedTrail !== undefined ? t('notWhole', named(followed)) : t('noElastic')}</p>
      )}
    </section>
  );
}

const named = ({ request }: { readonly request: number }) => ({ request: `#${request}` });

/** The common position of both sides, and the time of each. */
function Together({ player, state }: { readonly player: Player; readonly state: FollowState }) {
  const t = useTranslations('pace.note');
  const locale = useLocale();
  const { speed } = usePlayhead(player);
  const wanted = useStore(ui);
  const { followed, followedTrail, twinTrail } = state;
  const sync = presentSync(wanted, state);
  if (sync === 'time') {
    if (!followed) return <p>{t('noRequest')}</p>;
    const isSearched = followedTrail === null || twinTrail === null || (followedTrail && twinTrail);
    return <p>{isSearched ? t('noTwin', named(followed)) : t('searching', named(followed))}</p>;
  }
  const lead = sync === 'request' ? (followed?.side ?? 'a') : 'a';
  const where = ({ id, frame }: Track): string => {
    const journey = (id === followed?.side ? followedTrail : twinTrail)?.journey;
    const duration = (ns: number) => formatDuration(ns, locale);
    if (sync !== 'request' || !journey)
      return t('at', { time: formatClock(frame.timeNs, speed === 0 ? 1 : speed / 10, locale) });
    const sinceNs = frame.timeNs - journey.beginNs;
    if (sinceNs < 0) return t('before', { time: duration(-sinceNs) });
    const totalNs = journey.endNs - journey.beginNs;
    return sinceNs < totalNs ? t('into', { time: duration(sinceNs) }) : t('end', { time: duration(totalNs) });
  };
  return (
    <p className={styles.together}>
      {sync === 'completed'
        ? t('completed', { count: completedNow(player) ?? 0 })
        : t('request', named(followed ?? { request: 0 }))}
      {player.tracks.map((track) => (
        <span key={track.id} className={styles.side}>
          <SideBadge side={track.id} /> {where(track)}
        </span>
      ))}
      <span className={styles.lead}>{t('lead', { side: lead.toUpperCase() })}</span>
    </p>
  );
}
