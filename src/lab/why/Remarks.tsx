import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../charts/chart.ts';
import { explain } from '../../model/explain/findings.ts';
import { lawsOf, usedOf } from '../../model/explain/laws.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useWords } from '../../ui/texts.tsx';
import { SaveChart } from '../shared/SaveButton.tsx';
import styles from './Findings.module.css';
import { useFacts } from './fact-words.ts';
import { LawFigure, LawName } from './law-figures.tsx';
import { useLawName, useLawSentence } from './law-words.ts';
import { type System, useSystem } from './use-system.ts';

/** Laws that allow more than this multiple of the throughput are irrelevant for the run. */
const FAR = 20;

/** What else is worth knowing about one system: remarks, and the bounds of its throughput. */
export function Remarks({ side }: { readonly side: SideName }) {
  const t = useTranslations('why');
  const system = useSystem(side);
  return (
    <section className={styles.side} aria-label={`${side.toUpperCase()}: ${t('more')}`}>
      <h3 className={styles.title}>
        <SideBadge side={side} /> {t('more')}
      </h3>
      {system ? <Remarked {...system} /> : <p className={styles.counting}>{t('counting')}</p>}
    </section>
  );
}

function Remarked(system: System) {
  const t = useTranslations('why.remarks');
  const text = useFacts();
  const { scenario, summary } = system;
  const { remarks } = useMemo(() => explain(scenario, summary), [scenario, summary]);
  return (
    <>
      <ul className={styles.remarks}>
        {remarks.map(({ id, facts }) => (
          <li key={id}>{t(id, text(facts))}</li>
        ))}
      </ul>
      <Laws {...system} />
    </>
  );
}

/** The asymptotic bounds, the tightest first, and the used share of each. */
function Laws({ side, scenario, summary }: System) {
  const t = useTranslations('why.laws');
  const words = useWords();
  const sentence = useLawSentence();
  const name = useLawName();
  const { perSec } = summary.throughput;
  const sorting = useSorting<'law' | 'allows' | 'used'>();
  const laws = useMemo(
    () => lawsOf(scenario, summary).filter((law) => law.perSec <= perSec * FAR),
    [scenario, summary, perSec],
  );
  if (laws.length === 0) return null;
  const header = (column: 'law' | 'allows' | 'used') => (
    <SortHeader column={column} sorting={sorting}>
      {t(column)}
    </SortHeader>
  );
  const sorted = sorting.rows(
    laws,
    (law, column) => ({ law: name(law), allows: law.perSec, used: usedOf(law, summary) })[column],
  );
  const title = t('titleOf', { side: side.toUpperCase() });
  const table = (): Table => ({
    caption: title,
    columns: [
      { title: t('law'), unit: 'text' },
      { title: t('means'), unit: 'text' },
      { title: t('allows'), unit: '1/s' },
      { title: t('used'), unit: 'share' },
    ],
    rows: laws.map((law) => [name(law), sentence(law), law.perSec, usedOf(law, summary)]),
  });
  return (
    <>
      <table className={styles.laws} data-figures>
        <caption>{t('title')}</caption>
        <thead>
          <tr>
            {header('law')}
            {header('allows')}
            {header('used')}
          </tr>
        </thead>
        <tbody>
          {sorted.map((law) => (
            <tr key={law.law + law.resource}>
              <th scope="row">
                <b>
                  <LawName law={law} />
                </b>{' '}
                {sentence(law)}
              </th>
              <td>
                <LawFigure id={law.law} side={side} summary={summary}>
                  {words.number(law.perSec)}/s
                </LawFigure>
              </td>
              <td>
                <LawFigure id="used" side={side} summary={summary}>
                  {words.percent(usedOf(law, summary))}
                </LawFigure>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <span>
        <SaveChart chart={{ id: `laws-${side}`, title, description: title, table }} />
      </span>
    </>
  );
}
