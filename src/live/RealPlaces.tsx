import { useTranslations } from 'use-intl';
import { usePlayhead } from '../lab/stage-view/use-playhead.ts';
import { phases } from '../model/engine/generated/abi.ts';
import type { Player } from '../model/playback/player.ts';
import { useWords } from '../ui/texts.tsx';
import styles from './Live.module.css';

/** Observable places of a real request. */
const SEEN = ['waitCaller', 'waitConnection', 'taskQueue', 'wireOut', 'clientRead'] as const;

/** Number of requests per place at this instant. */
export function RealPlaces({
  player,
  describe,
}: {
  readonly player: Player;
  readonly describe: () => string;
}) {
  const t = useTranslations();
  const words = useWords();
  usePlayhead(player);
  const frame = player.tracks[0]?.frame;
  return (
    <>
      <p>{describe()}</p>
      <table className={styles.table}>
        <caption>{t('describe.text.places')}</caption>
        <tbody>
          {SEEN.map((phase) => (
            <tr key={phase}>
              <th scope="row">{t(`phases.at.${phase}`)}</th>
              <td>{words.count(frame?.byPhase[phases.indexOf(phase)] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('describe.text.total')}</th>
            <td>{words.count(frame?.inProgress ?? 0)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
