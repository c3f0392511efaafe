import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { instantOf } from '../../actions/elsewhere.ts';
import { carryOut } from '../../actions/keys.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { Player } from '../../playback/player.ts';
import { describeNow } from '../../scene/describe.ts';
import { focus } from '../../stores/focus.ts';
import { Button } from '../shared/Button.tsx';
import { changesBetween, type Snapshot, snapshotOf } from './changes.ts';
import styles from './LateText.module.css';
import type { SideInfo, StagePointer } from './Stage.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useList, useMessage } from './use-message.ts';

// Both are loaded when somebody opens them.
const StageWords = lazy(() => import('./StageWords.tsx').then((module) => ({ default: module.StageWords })));
const ThreadTable = lazy(() =>
  import('./ThreadTable.tsx').then((module) => ({ default: module.ThreadTable })),
);

export interface StageTextProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly pointer: StagePointer;
  /** What it was loaded for. */
  readonly first?: 'now' | 'words' | 'threads' | undefined;
}

/** Everything the canvas shows, in words and tables; says changes aloud when the show stands still or on request. */
export function StageText({ player, sides, pointer, first }: StageTextProps) {
  const t = useTranslations('stage.text');
  const own = useTranslations('describe.text');
  const [hasWords, setHasWords] = useState(first === 'words');
  const [hasThreads, setHasThreads] = useState(first === 'threads');
  const { describe, tell, tellChanges } = useDescription(player, sides);
  const [spoken, speak, say] = useAnnouncer(player, tell);

  useLayoutEffect(() => carryOut('describe', speak), [speak]);
  useLayoutEffect(() => carryOut('changes', () => say(tellChanges())), [say, tellChanges]);
  const isAsked = useRef(first === 'now');
  useEffect(() => {
    if (isAsked.current) speak();
    isAsked.current = false;
  }, [speak]);
  useLayoutEffect(() => carryOut('threads', () => setHasThreads((has) => !has)), []);

  return (
    <section className={styles.text}>
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
      <details
        className={styles.details}
        open={hasWords}
        onToggle={(event) => setHasWords(event.currentTarget.open)}
      >
        <summary>{t('title')}</summary>
        <Suspense>
          {hasWords && <StageWords player={player} sides={sides} describe={describe} onSpeak={speak} />}
        </Suspense>
      </details>
      <Button look="small" aria-expanded={hasThreads} onClick={() => setHasThreads((has) => !has)}>
        {hasThreads ? own('threadsClose') : t('threadsOpen')}
      </Button>
      <Suspense>{hasThreads && <ThreadTable player={player} sides={sides} pointer={pointer} />}</Suspense>
    </section>
  );
}

/**
 * The sentence about this moment: when, and for each side where everything is. Whoever is told so, or what is new, may ask next what has
 * changed since: what was told of this very instant is not what they mean, so the instant before it that they were told of is kept.
 */
function useDescription(
  player: Player,
  sides: readonly SideInfo[],
): Readonly<Record<'describe' | 'tell' | 'tellChanges', () => string>> {
  const t = useTranslations('describe.text');
  const changed = useTranslations('describe.changes');
  const counted = useTranslations('stage.count');
  const locale = useLocale();
  const say = useMessage();
  const list = useList();
  const told = useRef<{ readonly last?: Snapshot; readonly before?: Snapshot | undefined }>({});
  return useMemo(() => {
    const instant = (ns: number) => {
      const { speed } = player.playhead;
      return formatMoment(ns, speed === 0 ? 1 : speed / 10, locale);
    };
    const remember = () => {
      const now = snapshotOf(player, sides);
      const { last } = told.current;
      if (last?.timeNs !== now.timeNs) told.current = { last: now, before: last };
      return now;
    };
    const describe = () => {
      const { timeNs, playing, atEnd } = player.playhead;
      const { instant: shown } = focus.getState();
      const time = instant(instantOf(shown) ?? timeNs);
      const state = shown ? 'pointed' : playing ? 'playing' : atEnd ? 'ended' : 'paused';
      const when = t(state, { time });
      const each = sides.map(({ id, layout }) => {
        const track = player.tracks.find((candidate) => candidate.id === id);
        const parts = track ? describeNow(shown?.[id] ?? track.frame, layout).map(say) : [];
        return t('sideNow', { side: id.toUpperCase(), text: list(parts) });
      });
      return [when, ...each].join(' ');
    };
    const tell = () => {
      remember();
      return describe();
    };
    const tellChanges = () => {
      const now = remember();
      const { before } = told.current;
      if (!before) return describe();
      const each = changesBetween(before, now).map(({ id, changes }) => {
        const parts = changes.map(({ key, from, to }) => changed('one', { what: counted(key), from, to }));
        return t('sideNow', {
          side: id.toUpperCase(),
          text: parts.length > 0 ? list(parts) : changed('none'),
        });
      });
      return [changed('since', { from: instant(before.timeNs), to: instant(now.timeNs) }), ...each].join(' ');
    };
    return { describe, tell, tellChanges };
  }, [player, sides, t, changed, counted, locale, say, list]);
}
