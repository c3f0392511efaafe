import { useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatMoment } from '../../lib/format.ts';
import type { Player } from '../../model/playback/player.ts';
import { describeNow } from '../../stage/describe.ts';
import { alikeThreads, describeAlike } from '../../stage/describe-threads.ts';
import { focus } from '../marks/focus-state.ts';
import { instantOf } from '../run/frame-lookup.ts';
import { changesBetween, type Snapshot, snapshotOf } from './changes.ts';
import type { SideInfo } from './stage-side.ts';
import { useList, useMessage } from './use-message.ts';

/**
 * The last request: its instant, and the next part for a repeated request. 0 is the whole, then the parts of
 * the threads.
 */
interface Asked {
  readonly player: Player;
  readonly at: number | undefined;
  readonly next: number;
}

/** Groups of threads per announcement, few enough to remember. */
const AT_ONCE = 4;

const inParts = (texts: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(texts.length / AT_ONCE) }, (_, i) =>
    texts.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );

/**
 * The sentence about this instant: the time, and each side's counts. After it, a request for changes compares
 * with the previous described instant, so that one is kept too.
 */
export function useDescription(
  player: Player,
  sides: readonly SideInfo[],
): Readonly<Record<'describe' | 'tell' | 'tellMore' | 'tellChanges', () => string>> {
  const t = useTranslations('describe.text');
  const changed = useTranslations('describe.changes');
  const threads = useTranslations('describe.alike');
  const locale = useLocale();
  const toText = useMessage();
  const list = useList();
  const lastRequest = useRef<Asked | undefined>(undefined);
  const described = useRef<{ readonly last?: Snapshot; readonly before?: Snapshot | undefined }>({});
  return useMemo(() => {
    /** @param apartNs another instant that its text must differ from */
    const instant = (ns: number, apartNs = Number.POSITIVE_INFINITY) => {
      const { speed } = player.playhead;
      return formatMoment(ns, Math.min(speed === 0 ? 1 : speed / 10, apartNs), locale);
    };
    const remember = () => {
      const now = snapshotOf(player, sides);
      const { last } = described.current;
      if (last?.timeNs !== now.timeNs) described.current = { last: now, before: last };
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
        const parts = track ? describeNow(shown?.[id] ?? track.frame, layout).map(toText) : [];
        return t('sideNow', { side: id.toUpperCase(), text: list(parts) });
      });
      return [when, ...each].join(' ');
    };
    const tell = () => {
      remember();
      return describe();
    };
    /** The state of each thread, some at a time. */
    const threadsNow = (): readonly string[] => {
      const { instant: shown } = focus.getState();
      return sides.flatMap(({ id, layout }) => {
        const track = player.tracks.find((candidate) => candidate.id === id);
        const frame = shown?.[id] ?? track?.frame;
        if (!frame?.known) return [];
        const texts = alikeThreads(frame, layout).map((group) => {
          const { text, numbers } = describeAlike(frame, layout, group);
          if (numbers.length === 0) return toText(text);
          return toText({ ...text, values: { ...text.values, numbers: list(numbers.map(toText)) } });
        });
        return inParts(texts).map((part) =>
          t('sideNow', { side: id.toUpperCase(), text: part.join(threads('joiner')) }),
        );
      });
    };
    /** A repeated request at the same paused instant continues with the threads, then starts again. */
    const tellMore = () => {
      const { timeNs, playing } = player.playhead;
      const { instant: shown } = focus.getState();
      const at = playing ? undefined : (instantOf(shown) ?? timeNs);
      const parts = at === undefined ? [] : threadsNow();
      const before = lastRequest.current;
      const next = at !== undefined && before?.at === at && before.player === player ? before.next : 0;
      lastRequest.current = { player, at, next: next < parts.length ? next + 1 : 0 };
      const part = next === 0 ? tell() : (parts[next - 1] ?? '');
      if (parts.length === 0) return part;
      return `${part} ${threads(next === 0 ? 'first' : next < parts.length ? 'goOn' : 'end')}`;
    };
    const tellChanges = () => {
      const now = remember();
      const { before } = described.current;
      if (!before) return describe();
      const each = changesBetween(before, now).map(({ id, changes }) => {
        const parts = changes.map((change) =>
          'what' in change
            ? changed('one', { what: toText(change.what), from: change.from, to: change.to })
            : changed('doing', { now: toText(change.now), before: toText(change.before) }),
        );
        return t('sideNow', {
          side: id.toUpperCase(),
          text: parts.length > 0 ? list(parts) : changed('none'),
        });
      });
      const apartNs = Math.abs(now.timeNs - before.timeNs);
      const ends = { from: instant(before.timeNs, apartNs), to: instant(now.timeNs, apartNs) };
      return [changed('since', ends), ...each].join(' ');
    };
    return { describe, tell, tellMore, tellChanges };
  }, [player, sides, t, changed, threads, locale, toText, list]);
}
