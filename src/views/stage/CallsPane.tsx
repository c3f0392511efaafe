import { useEffect, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { callsOf } from '../../analysis/calls.ts';
import { formatDuration, formatInstant } from '../../lib/format.ts';
import { paletteOf } from '../../lib/palette.ts';
import type { Player, Track } from '../../playback/player.ts';
import { callsSize, callWords, paintCalls } from '../../scene/calls.ts';
import { describeLane } from '../../scene/describe.ts';
import { createFills } from '../../scene/fills.ts';
import { calls as lookedAt } from '../../stores/calls.ts';
import { ButtonWithReason } from '../shared/ButtonWithReason.tsx';
import { CanvasHost, type Surface } from '../shared/CanvasHost.tsx';
import styles from './CallsPane.module.css';
import { connectionOf, ownCalls, viewOf } from './calls-view.ts';
import type { StageSideProps } from './StageSide.tsx';
import { useMessage } from './use-message.ts';
import { usePlayhead } from './use-playhead.ts';
import { makeCanvas, useSceneText } from './use-scene.ts';

/** Calls that the table lists. */
const LISTED = 12;

/** The system calls of one connection: its threads, what they send each other, the buffers. */
export function CallsPane(props: StageSideProps) {
  const { player, info, pinned } = props;
  const track = player.tracks.find(({ id }) => id === info.id);
  const chosen = useStore(lookedAt, (state) => state[info.id]);
  usePlayhead(player);
  if (!track) return null;
  const connections = track.layout.connections;
  const { connection, isFollowed } = connectionOf(track.frame, connections, { request: pinned, chosen });
  return (
    <div className={styles.pane}>
      <Choice
        count={connections}
        connection={connection}
        isFollowed={isFollowed}
        onChoose={(number) => lookedAt.setState({ [info.id]: number })}
      />
      <Picture {...props} track={track} connection={connection} />
      <CallTable player={player} track={track} connection={connection} />
    </div>
  );
}

interface ChoiceProps {
  readonly count: number;
  readonly connection: number;
  readonly isFollowed: boolean;
  readonly onChoose: (connection: number) => void;
}

/** Which connection: the followed request's, or the chosen one. */
function Choice({ count, connection, isFollowed, onChoose }: ChoiceProps) {
  const t = useTranslations('zoom.calls');
  const followed = isFollowed ? t('followed') : undefined;
  return (
    <div className={styles.choice}>
      <ButtonWithReason
        look="small"
        aria-label={t('previous')}
        reason={followed ?? (connection === 0 ? t('first') : undefined)}
        onClick={() => onChoose(connection - 1)}
      >
        ‹
      </ButtonWithReason>
      <span>{t('connection', { number: connection + 1, count })}</span>
      <ButtonWithReason
        look="small"
        aria-label={t('next')}
        reason={followed ?? (connection === count - 1 ? t('last') : undefined)}
        onClick={() => onChoose(connection + 1)}
      >
        ›
      </ButtonWithReason>
      {followed && <span className={styles.soft}>{followed}</span>}
    </div>
  );
}

interface ConnectionProps {
  readonly player: Player;
  readonly track: Track;
  readonly connection: number;
}

function Picture({ player, track, connection, theme, info }: StageSideProps & ConnectionProps) {
  const [surface, setSurface] = useState<Surface | null>(null);
  const text = useSceneText(surface);
  const say = useMessage();
  const scene = useMemo(() => {
    const [ctx] = surface?.contexts ?? [];
    if (!surface || !ctx || !text) return undefined;
    const { width, height, fontPx, density } = surface;
    const palette = paletteOf(theme);
    const fills = createFills(ctx, palette, density, makeCanvas);
    const nameOf = (lane: number) => say(describeLane(track.layout, lane));
    const sizePx = callsSize(height, fontPx);
    return { ctx, width, height, sizePx, palette, fills, text, accent: palette.accent[info.id], nameOf };
  }, [surface, text, theme, say, track, info.id]);
  useEffect(() => {
    if (!scene) return;
    return player.addPainter(() => {
      const view = viewOf(player, track, track.frame, connection);
      paintCalls(scene.ctx, view, callsOf(view), track.frame, scene);
    });
  }, [scene, player, track, connection]);
  return <CanvasHost layers={1} onSurface={setSurface} className={styles.canvas} />;
}

/** The latest calls in words, a few times a second. */
function CallTable({ player, track, connection }: ConnectionProps) {
  const t = useTranslations();
  const locale = useLocale();
  const say = useMessage();
  usePlayhead(player);
  const view = viewOf(player, track, track.frame, connection);
  const listed = ownCalls(callsOf(view)).slice(-LISTED);
  const message = (key: string, values?: Record<string, string | number>) =>
    t(key as Parameters<typeof t>[0], values as never);
  return (
    <details className={styles.table}>
      <summary>{t('zoom.calls.table')}</summary>
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
              <th scope="row">{say(describeLane(track.layout, call.lane))}</th>
              <td>{callWords(call, { message })}</td>
              <td>{formatInstant(call.fromNs, 10, player.playhead.endNs, locale)}</td>
              <td>
                {call.isOpen ? t('zoom.calls.running') : formatDuration(call.toNs - call.fromNs, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
