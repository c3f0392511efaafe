import { useTranslations } from 'use-intl';
import type { ThemeName } from '../../lib/palette.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { type ClientProcesses, clientsOf, MOST_TILES, servedClient, tilesOf } from '../../stage/processes.ts';
import { Button } from '../../ui/Button.tsx';
import { CanvasHost } from '../../ui/CanvasHost.tsx';
import { showPair } from '../run/run.ts';
import { shownProcess } from '../run/shown-process.ts';
import { usePlayheadValue } from '../stage-view/use-playhead.ts';
import styles from './ClientsStrip.module.css';
import { useBars } from './use-bars.ts';

interface ClientsStripProps {
  readonly player: Player;
  readonly track: Track;
  readonly theme: ThemeName;
  /** Whether pictures change a few times a second only. */
  readonly isCut: boolean;
}

/**
 * All processes of a fleet below the stage of one of them: how many requests each has waiting and at the server,
 * whose requests the server has, and a press for each that shows it in detail.
 */
export function ClientsStrip({ player, track, theme, isCut }: ClientsStripProps) {
  const t = useTranslations('stage.clients');
  const { layout } = track;
  const { strip, setSurface, setVisible } = useBars({ player, track, theme, isCut });
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
              />
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
      <div className={styles.bars}>
        <CanvasHost layers={1} onSurface={setSurface} onVisible={setVisible} />
      </div>
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
  const client = clients[usePlayheadValue(player, () => servedClient(track.frame, track.layout))];
  return (
    <div className={styles.server}>
      <h4 className={styles.name}>{t('server')}</h4>
      <div className={styles.queue} data-queue aria-hidden />
      <p className={styles.now}>{client ? t('serves', { name: nameOf(client) }) : t('servesNobody')}</p>
    </div>
  );
}
