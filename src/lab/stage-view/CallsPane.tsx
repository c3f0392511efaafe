import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { formatClock, formatDuration, formatInstant } from '../../lib/format.ts';
import { paletteOf } from '../../lib/palette.ts';
import { callsOf, unrecordedUntil } from '../../model/analysis/calls.ts';
import type { Player, Side, Track } from '../../model/playback/player.ts';
import { callsSize, callWords, paintCalls } from '../../stage/calls.ts';
import { describeLane } from '../../stage/describe.ts';
import { createFills } from '../../stage/fills.ts';
import { ButtonWithReason } from '../../ui/Button.tsx';
import { CanvasHost, type Surface } from '../../ui/CanvasHost.tsx';
import { useStore } from '../../ui/use-store.ts';
import styles from './CallsPane.module.css';
import { calls as lookedAt } from './calls-state.ts';
import {
  connectionOf,
  countsOf,
  isCutShort,
  lookAtConnection,
  nextInUse,
  ownCalls,
  viewOf,
  windowOf,
} from './calls-view.ts';
import type { StageSideProps } from './stage-side.ts';
import { useMessage } from './use-message.ts';
import { usePlayhead } from './use-playhead.ts';
import { makeCanvas, useSceneText } from './use-scene.ts';

/** Before a run exists. */
const NOWHERE: ReturnType<typeof connectionOf> = { connection: 0, isFollowed: false };

/** Up to this number, connections are stepped through one by one. */
const FEW = 16;

/** Calls that the table lists. */
const LISTED = 12;

/** The system calls of one connection: its threads, their segments, the buffers. */
export function CallsPane(props: StageSideProps) {
  const { player, info, pinned } = props;
  const track = player.tracks.find(({ id }) => id === info.id);
  const chosen = useStore(lookedAt, (state) => state[info.id]);
  usePlayhead(player);
  const { connection, isFollowed, found } = track
    ? connectionOf(track, track.frame, { request: pinned, chosen })
    : NOWHERE;
  // The first connection found in use stays selected.
  useEffect(() => {
    if (found !== undefined) lookAtConnection(info.id, found);
  }, [found, info.id]);
  if (!track) return null;
  return (
    <div className={styles.pane}>
      <Choice
        count={track.layout.connections}
        connection={connection}
        isFollowed={isFollowed}
        inUse={() => nextInUse(track.frame, connection)}
        onChoose={(number) => lookAtConnection(info.id, number)}
      >
        <Scale player={player} track={track} connection={connection} />
      </Choice>
      <Picture {...props} track={track} connection={connection} />
      <Calls player={player} track={track} connection={connection} side={info.id} />
    </div>
  );
}

interface ChoiceProps {
  readonly count: number;
  readonly connection: number;
  readonly isFollowed: boolean;
  /** The next connection in use now; undefined without another. */
  readonly inUse: () => number | undefined;
  readonly onChoose: (connection: number) => void;
  readonly children: ReactNode;
}

/** Selects the connection: the followed request's, or the chosen one. */
function Choice({ count, connection, isFollowed, inUse, onChoose, children }: ChoiceProps) {
  const t = useTranslations('zoom.calls');
  const followed = isFollowed ? t('followed') : undefined;
  return (
    <div className={styles.choice}>
      <ButtonWithReason
        variant="small"
        aria-label={t('previous')}
        reason={followed ?? (connection === 0 ? t('first') : undefined)}
        onClick={() => onChoose(connection - 1)}
      >
        ‹
      </ButtonWithReason>
      <span>{t('connection', { number: connection + 1, count })}</span>
      <ButtonWithReason
        variant="small"
        aria-label={t('next')}
        reason={followed ?? (connection === count - 1 ? t('last') : undefined)}
        onClick={() => onChoose(connection + 1)}
      >
        ›
      </ButtonWithReason>
      {count > FEW && (
        <ButtonWithReason
          variant="small"
          aria-label={t('nextInUse')}
          title={t('nextInUse')}
          reason={followed ?? (inUse() === undefined ? t('noneInUse') : undefined)}
          onClick={() => onChoose(inUse() ?? connection)}
        >
          {t('inUse')} ›
        </ButtonWithReason>
      )}
      <span className={styles.soft}>
        {followed && <span className={styles.followed}>{followed}</span>}
        {children}
      </span>
    </div>
  );
}

interface ConnectionProps {
  readonly player: Player;
  readonly track: Track;
  readonly connection: number;
}

/** The time scale of the picture: its length, whether it is cut, its position, and the recorded part. */
function Scale({ player, track, connection }: ConnectionProps) {
  const t = useTranslations('zoom.calls');
  const locale = useLocale();
  usePlayhead(player);
  const stretchNs = windowOf(player);
  const duration = formatDuration(stretchNs, locale);
  const sinceNs = unrecordedUntil(viewOf(player, track, track.frame, connection));
  const recorded =
    sinceNs === undefined
      ? ''
      : t('recordedFrom', {
          instant: formatClock(sinceNs, stretchNs / 100, locale),
        });
  return prose([t(isCutShort(player) ? 'cutShort' : 'scale', { duration }), recorded]);
}

function Picture({
  player,
  track,
  connection,
  theme,
  info,
  reducedMotion,
}: StageSideProps & ConnectionProps) {
  const [surface, setSurface] = useState<Surface | null>(null);
  const text = useSceneText(surface);
  const toText = useMessage();
  const scene = useMemo(() => {
    const [ctx] = surface?.contexts ?? [];
    if (!surface || !ctx || !text) return undefined;
    const { width, height, fontPx, density } = surface;
    const palette = paletteOf(theme);
    const fills = createFills(ctx, palette, density, makeCanvas);
    const nameOf = (lane: number) => toText(describeLane(track.layout, lane));
    const sizePx = callsSize(height, fontPx);
    return { ctx, width, height, sizePx, palette, fills, text, accent: palette.accent[info.id], nameOf };
  }, [surface, text, theme, toText, track, info.id]);
  useEffect(() => {
    if (!scene) return;
    const paint = () => {
      const view = viewOf(player, track, track.frame, connection);
      paintCalls(scene.ctx, view, callsOf(view), track.frame, scene);
    };
    // At high speed it updates a few times a second, to avoid flicker.
    const isCut = () => player.playhead.playing && (reducedMotion || isCutShort(player));
    const ends = [
      player.addPainter(() => {
        if (!isCut()) paint();
      }),
      player.subscribe(() => {
        if (isCut()) paint();
      }),
    ];
    paint();
    return () => {
      for (const end of ends) end();
    };
  }, [scene, player, track, connection, reducedMotion]);
  return <CanvasHost layers={1} onSurface={setSurface} className={styles.canvas} />;
}

/** The calls as text, on demand: it has to read all of them. */
function Calls(props: ConnectionProps & { readonly side: Side }) {
  const t = useTranslations('zoom.calls');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.table} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('table')}</summary>
      {isOpen && <CallTable {...props} />}
    </details>
  );
}

/** The number of calls in the picture and the latest ones, a few times a second. */
function CallTable({ player, track, connection, side }: ConnectionProps & { readonly side: Side }) {
  const t = useTranslations();
  const locale = useLocale();
  const toText = useMessage();
  usePlayhead(player);
  const view = viewOf(player, track, track.frame, connection);
  const calls = callsOf(view);
  const listed = ownCalls(calls).slice(-LISTED);
  const message = (key: string, values?: Record<string, string | number>) =>
    t(key as Parameters<typeof t>[0], values as never);
  return (
    <>
      <p>
        {t('zoom.calls.caption', {
          side: side.toUpperCase(),
          connection: t('zoom.calls.connection', {
            number: connection + 1,
            count: track.layout.connections,
          }),
          ...countsOf(calls),
        })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('zoom.calls.thread')}</th>
            <th scope="col">{t('zoom.calls.call')}</th>
            <th scope="col">{t('zoom.calls.began')}</th>
            <th scope="col">{t('zoom.calls.took')}</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((call) => (
            <tr key={`${call.lane} ${call.fromNs} ${call.activity}`}>
              <th scope="row">{toText(describeLane(track.layout, call.lane))}</th>
              <td>{callWords(call, { message })}</td>
              <td>{formatInstant(call.fromNs, 10, player.playhead.endNs, locale)}</td>
              <td>
                {call.isOpen ? t('zoom.calls.running') : formatDuration(call.toNs - call.fromNs, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
