import { useTranslations } from 'use-intl';
import { percentileOf } from '../../model/explain/pending-percentile.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { ClientSummary, Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useFigures } from '../shared/use-figures.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { boundText, figureText } from './rows.ts';
import styles from './SummaryTable.module.css';

/** The clients of each side that has neighbours: their speed, and how much of Redis' main thread each uses. */
export function ClientsTable() {
  const { a, b } = useFigures();
  const sides = useShownSides().flatMap((side) => {
    const { summary } = { a, b }[side];
    return summary?.neighbours ? [{ side, summary }] : [];
  });
  return sides.map(({ side, summary }) => <Clients key={side} side={side} summary={summary} />);
}

function Clients({ side, summary }: { readonly side: SideName; readonly summary: RunResult }) {
  const t = useTranslations('results.clients');
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-clients={side}>
        <caption className={styles.caption}>
          <SideBadge side={side} /> {t('caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('client')}</th>
            <th scope="col">{t('throughput')}</th>
            <th scope="col">p99</th>
            <th scope="col">{t('mainThread')}</th>
            <th scope="col">{t('perRequest')}</th>
          </tr>
        </thead>
        <tbody>
          <Client name={t('first')} client={summary} summary={summary} at={0} />
          {summary.neighbours?.map((client, at) => (
            <Client key={client.name} name={client.name} client={client} summary={summary} at={at + 1} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ClientProps {
  readonly name: string;
  readonly client: ClientSummary | Summary;
  readonly summary: Summary;
  /** Its place among all clients. */
  readonly at: number;
}

function Client({ name, client, summary: { serverUse }, at }: ClientProps) {
  const unknown = useTranslations('results')('unknown');
  const words = useWords();
  const p99 = percentileOf(client, 'p99Us');
  const demandUs = serverUse?.[at]?.demandUs;
  const time = (us: number | null | undefined) =>
    figureText('time', us === null || us === undefined ? undefined : us * 1000, words, unknown);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{figureText('rate', client.throughput.perSec, words, unknown)}</td>
      <td>{p99 ? boundText(time(p99.us), { value: p99.us, isAtLeast: p99.isAtLeast }) : unknown}</td>
      <td>{figureText('share', serverUse?.[at]?.mainThread, words, unknown)}</td>
      <td>{time(demandUs)}</td>
    </tr>
  );
}
