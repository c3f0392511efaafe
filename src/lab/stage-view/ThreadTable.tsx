import { useEffect, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Cell } from '../../charts/chart.ts';
import { formatDuration } from '../../lib/format.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { describeLane, describePhase, describeState } from '../../stage/describe.ts';
import type { Message } from '../../stage/message.ts';
import { requestOfLane, requestsOfLanes } from '../../stage/pick.ts';
import { Button } from '../../ui/Button.tsx';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useStore } from '../../ui/use-store.ts';
import { light } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { chooseThread } from '../timeline/thread.ts';
import { threadsTable } from './instant-tables.ts';
import { SaveInstant } from './SaveInstant.tsx';
import styles from './StageText.module.css';
import type { SideInfo } from './stage-side.ts';
import { useMessage } from './use-message.ts';
import { usePlayhead } from './use-playhead.ts';
import type { StagePointer } from './use-stage-pointer.ts';

/** Sort columns of the thread table. */

type ThreadColumn = 'thread' | 'state' | 'since' | 'request';

/** Sort keys of a track's lanes: threads by place, requests by number, times by value, states by rank. */
const THREAD_CELLS: Readonly<
  Record<
    ThreadColumn,
    (track: Track, toText: (message: Message) => string, locale: string) => readonly Cell[]
  >
> = {
  thread: ({ frame }) => Array.from({ length: frame.threads.count }, (_, lane) => lane),
  state: stateRanks,
  since: ({ frame: { threads, timeNs, known } }) =>
    Array.from(threads.since.subarray(0, threads.count), (ns) => (known ? timeNs - ns : undefined)),
  request: ({ frame, layout }) => requestsOfLanes(frame, layout).map((request) => request ?? undefined),
};

/** Ranks of the lanes' states in the language's order: compares few texts at any number of threads. */
function stateRanks(
  { frame, layout }: Track,
  toText: (message: Message) => string,
  locale: string,
): number[] {
  const requests = requestsOfLanes(frame, layout);
  const textByKey = new Map<string, string>();
  const texts = requests.map((_, lane) => {
    const message = describeState(frame, layout, lane, () => requests[lane] ?? null);
    const key = JSON.stringify(message);
    const text = textByKey.get(key) ?? toText(message);
    textByKey.set(key, text);
    return text;
  });
  const sorted = [...new Set(textByKey.values())].sort(new Intl.Collator(locale).compare);
  const ranks = new Map(sorted.map((text, rank) => [text, rank]));
  return texts.map((text) => ranks.get(text) ?? sorted.length);
}

/** Rows shown at once: a table of thousands would stall the page. */
const PAGE = 100;

interface ThreadTableProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly pointer: StagePointer;
}

/**
 * Every thread of both sides: state, since when, request; sortable. A row highlights its thread on the
 * canvas. It takes the focus when it opens.
 */
export function ThreadTable({ player, sides, pointer }: ThreadTableProps) {
  const t = useTranslations('describe.text');
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t('threads')} className={styles.threads}>
      {sides.flatMap((side) =>
        player.tracks
          .filter(({ id }) => id === side.id)
          .map((track) => (
            <SideThreads key={side.id} player={player} track={track} title={side.title} pointer={pointer} />
          )),
      )}
      <SaveThreads player={player} sides={sides} />
    </section>
  );
}

/** Saves all threads at this instant. */
function SaveThreads({ player, sides }: Omit<ThreadTableProps, 'pointer'>) {
  const t = useTranslations('describe.text');
  const toText = useMessage();
  const tracks = sides.flatMap(({ id }) => player.tracks.filter((track) => track.id === id));
  const title = t('threads');
  const table = () =>
    threadsTable(tracks, {
      caption: title,
      thread: t('thread'),
      side: t('sideColumn'),
      state: t('state'),
      since: t('since'),
      request: t('request'),
      where: t('where'),
      toText,
    });
  return <SaveInstant {...{ id: 'threads', title, player, tracks, table }} />;
}

interface SideThreadsProps {
  readonly player: Player;
  readonly track: Track;
  readonly title: string;
  readonly pointer: StagePointer;
}

/** Lanes in the chosen order at this instant. The order is frozen while a row is hovered or focused. */
function useLanes(track: Track, isHeld: boolean) {
  const toText = useMessage();
  const locale = useLocale();
  const sorting = useSorting<ThreadColumn>();
  const { sorted } = sorting;
  const { count } = track.frame.threads;
  const frozen = useRef<{ readonly sorted: typeof sorted; readonly lanes: readonly number[] }>(undefined);
  const isKept = isHeld && frozen.current?.sorted === sorted && frozen.current?.lanes.length === count;
  if (!isKept || !frozen.current) {
    const cells = sorted && THREAD_CELLS[sorted.column](track, toText, locale);
    const lanes = sorting.rows(
      Array.from({ length: count }, (_, lane) => lane),
      (lane) => cells?.[lane],
    );
    frozen.current = { sorted, lanes };
  }
  return { sorting, lanes: frozen.current.lanes };
}

function SideThreads({ player, track, title, pointer }: SideThreadsProps) {
  const t = useTranslations('stage');
  const tText = useTranslations('describe.text');
  const [page, setPage] = useState(0);
  const [isUnderPointer, setIsUnderPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  usePlayhead(player);
  const { sorting, lanes: all } = useLanes(track, isUnderPointer || hasFocus);
  const count = all.length;
  const pages = Math.ceil(count / PAGE);
  const from = Math.min(page, pages - 1) * PAGE;
  const lanes = all.slice(from, from + PAGE);
  const header = (column: ThreadColumn) => (
    <SortHeader column={column} sorting={sorting} className={column === 'since' ? styles.number : undefined}>
      {tText(column)}
    </SortHeader>
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t('side', { side: track.id.toUpperCase(), title })}</caption>
        <thead>
          <tr>
            {header('thread')}
            {header('state')}
            {header('since')}
            {header('request')}
          </tr>
        </thead>
        <tbody
          onPointerEnter={() => setIsUnderPointer(true)}
          onPointerLeave={() => setIsUnderPointer(false)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
        >
          {lanes.map((lane) => (
            <ThreadRow key={lane} track={track} lane={lane} pointer={pointer} />
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <nav className={styles.actions} aria-label={tText('threads')}>
          {Array.from({ length: pages }, (_, i) => i).map((i) => (
            <Button key={i} variant="small" aria-pressed={i === page} onClick={() => setPage(i)}>
              {i * PAGE + 1}–{Math.min(count, (i + 1) * PAGE)}
            </Button>
          ))}
        </nav>
      )}
    </div>
  );
}

interface ThreadRowProps {
  readonly track: Track;
  readonly lane: number;
  readonly pointer: StagePointer;
}

function ThreadRow({ track, lane, pointer }: ThreadRowProps) {
  const t = useTranslations('describe.text');
  const locale = useLocale();
  const toText = useMessage();
  const { frame, layout } = track;
  const request = requestOfLane(frame, layout, lane);
  const isChosen = useStore(focus, ({ thread }) => thread?.side === track.id && thread.lane === lane);
  const point = () => light({ side: track.id, lane, request: request ?? undefined });
  const leave = () => light(undefined);
  const elapsedNs = frame.timeNs - (frame.threads.since[lane] ?? 0);
  return (
    <tr onPointerEnter={point} onPointerLeave={leave} onFocus={point} onBlur={leave}>
      <th scope="row">
        <button
          type="button"
          className={styles.request}
          aria-pressed={isChosen}
          onClick={() => chooseThread(isChosen ? undefined : { side: track.id, lane })}
        >
          {toText(describeLane(layout, lane))}
        </button>
      </th>
      <td>{toText(describeState(frame, layout, lane))}</td>
      <td className={styles.number}>{frame.known ? formatDuration(elapsedNs, locale) : ''}</td>
      <td>
        {request === null ? (
          t('none')
        ) : (
          <button
            type="button"
            className={styles.request}
            aria-pressed={pointer.pinned === request}
            onClick={() => pointer.pin(pointer.pinned === request ? undefined : { side: track.id, request })}
          >
            {toText(describePhase(frame, request))}
          </button>
        )}
      </td>
    </tr>
  );
}
