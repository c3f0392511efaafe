import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Frame } from '../../model/playback/frame.ts';
import type { Player, RunLayout, Track } from '../../model/playback/player.ts';
import {
  type ClientProcesses,
  clientsOf,
  MOST_TILES,
  requestsOf,
  servedClient,
  tilesOf,
} from '../../stage/processes.ts';
import { Button } from '../../ui/Button.tsx';
import { showPair } from '../run/run.ts';
import { shownProcess } from '../run/shown-process.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import styles from './ClientsStrip.module.css';

interface ClientsStripProps {
  readonly player: Player;
  readonly track: Track;
  /** Whether pictures change a few times a second only. */
  readonly isCut: boolean;
}

/**
 * All processes of a fleet below the stage of one of them: how many requests each has waiting and at the server,
 * whose requests the server has, and a press for each that shows it in detail.
 */
export function ClientsStrip({ player, track, isCut }: ClientsStripProps) {
  const t = useTranslations('stage.clients');
  const { layout } = track;
  const strip = useBars(player, track, isCut);
  const clients = clientsOf(layout);
  const nameOf = (client: ClientProcesses) => client.name || t('own');
  const show = (process: number) => {
    shownProcess.setState({ [track.id]: process });
    showPair();
  };
  return (
    <section ref={strip} className={styles.strip} aria-label={t('title', { side: track.id.toUpperCase() })}>
      {clients.map((client) => (
        <div key={client.number} className={styles.client} data-client={client.number}>
          <h4 className={styles.name}>
            <b className={styles.number}>{client.number + 1}</b> {nameOf(client)}
            {client.instances > 1 && ` × ${client.instances}`}
          </h4>
          <div className={styles.tiles}>
            {tilesOf(client, layout.process ?? 0).map((process) => (
              <Button
                key={process}
                variant="quiet"
                className={styles.tile}
                data-process={process}
                aria-pressed={process === layout.process}
                aria-label={t('show', { name: nameOf(client), number: process - client.first + 1 })}
                title={t('show', { name: nameOf(client), number: process - client.first + 1 })}
                onClick={() => show(process)}
              >
                <i className={styles.waiting} />
                <i className={styles.atServer} />
              </Button>
            ))}
            {client.instances > MOST_TILES && (
              <span className={styles.more}>{t('more', { count: client.instances - MOST_TILES })}</span>
            )}
          </div>
        </div>
      ))}
      <p className={styles.legend}>
        <i className={styles.waiting} /> {t('waiting')} <i className={styles.atServer} /> {t('atServer')}
      </p>
      <Server player={player} track={track} clients={clients} nameOf={nameOf} />
    </section>
  );
}

interface ServerProps {
  readonly player: Player;
  readonly track: Track;
  readonly clients: readonly ClientProcesses[];
  readonly nameOf: (client: ClientProcesses) => string;
}

/** Whose requests the server has, and for whom its main thread works. */
function Server({ player, track, clients, nameOf }: ServerProps) {
  const t = useTranslations('stage.clients');
  usePlayhead(player);
  const client = clients[servedClient(track.frame, track.layout)];
  return (
    <div className={styles.server}>
      <h4 className={styles.name}>{t('server')}</h4>
      <div className={styles.queue} aria-hidden>
        {clients.map(({ number }) => (
          <span key={number} className={styles.share} data-share={number}>
            {number + 1}
          </span>
        ))}
      </div>
      <p className={styles.now}>{client ? t('serves', { name: nameOf(client) }) : t('servesNobody')}</p>
    </div>
  );
}

/** Draws the bars on every frame, without React. */
function useBars(player: Player, track: Track, isCut: boolean) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const paint = painterOf(element, track.layout);
    const draw = () => paint(track.frame);
    draw();
    return isCut ? player.subscribe(draw) : player.addPainter(draw);
  }, [player, track, isCut]);
  return strip;
}

/** Sets the heights of all bars, in shares of the largest count so far, and the widths of the server's shares. */
function painterOf(strip: HTMLElement, layout: RunLayout): (frame: Frame) => void {
  const bars = [...strip.querySelectorAll<HTMLElement>('[data-process]')].map((tile) => ({
    process: Number(tile.dataset.process),
    waiting: tile.children[0] as HTMLElement,
    atServer: tile.children[1] as HTMLElement,
  }));
  const shares = [...strip.querySelectorAll<HTMLElement>('[data-share]')];
  const clients = clientsOf(layout);
  let largest = 1;
  return (frame) => {
    if (!frame.known) return;
    const { waiting, atServer } = frame.processes;
    for (let i = 0; i < waiting.length; i++)
      largest = Math.max(largest, waiting[i] as number, atServer[i] as number);
    for (const bar of bars) {
      bar.waiting.style.scale = `1 ${(waiting[bar.process] as number) / largest}`;
      bar.atServer.style.scale = `1 ${(atServer[bar.process] as number) / largest}`;
    }
    for (const client of clients) {
      const share = shares[client.number] as HTMLElement;
      const count = requestsOf(client, frame).atServer;
      share.style.flexGrow = String(count);
      share.hidden = count === 0;
    }
  };
}
