import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../charts/chart.ts';
import type english from '../../i18n/en/why.json';
import { explain } from '../../model/explain/findings.ts';
import { type Law, lawsOf, usedOf } from '../../model/explain/laws.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Help } from '../../ui/Help.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { FigureNoteOrigin } from '../results/FigureNote.tsx';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import { SaveTable } from '../shared/SaveButton.tsx';
import styles from './Findings.module.css';
import { useFacts } from './fact-words.ts';
import { lettersOf, useLawName, useLawSentence } from './law-words.ts';

interface LawNameProps {
  readonly law: Pick<Law, 'law' | 'trips' | 'pauses' | 'isSplit'>;
  /** The form in a sentence, if it differs. */
  readonly children?: ReactNode;
}

/** A law as a formula, which explains each of its symbols. */
function LawName({ law, children }: LawNameProps) {
  const t = useTranslations('why');
  const name = useLawName()(law);
  const term = <span className={styles.law}>{children ?? name}</span>;
  return (
    <Help label={t('figures.whatIs', { label: name })} term={term} isValue>
      <p>
        <b>{name}</b>: {t(`figures.of.${law.law}.meaning`)}
      </p>
      {lettersOf(law).map((letter) => (
        <p key={letter}>{t.rich(`laws.letters.${letter}`, { b: (chunks) => <b>{chunks}</b> })}</p>
      ))}
    </Help>
  );
}

/** Id of a metric of the laws, for its meaning and its formula. */
type LawFigureId = keyof (typeof english)['figures']['of'];

interface LawFigureProps {
  readonly id: LawFigureId;
  readonly side: SideName;
  readonly summary: Summary;
  /** The metric as text. */
  readonly children: ReactNode;
}

/** A metric of the laws, which explains its meaning, formula and source on request. */
function LawFigure({ id, side, summary, children }: LawFigureProps) {
  const t = useTranslations('why.figures');
  return (
    <Help label={t('whatIs', { label: t(`of.${id}.label`) })} term={children} isValue>
      <p>
        <SideBadge side={side} /> {t(`of.${id}.label`)}: <b>{children}</b>
      </p>
      <p>{t(`of.${id}.meaning`)}</p>
      <p>{t('formula', { formula: t(`of.${id}.formula`) })}</p>
      <FigureNoteOrigin side={side} summary={summary} />
    </Help>
  );
}

/** Laws that allow more than this multiple of the throughput are irrelevant for the run. */
const FAR = 20;
/** The metrics in the sentences on the limit, by their tags. */
const TAGS = [
  'busyShare',
  'perRequest',
  'allowed',
  'lentShare',
  'heldFor',
  'onWire',
  'answerTime',
  'asked',
  'done',
] as const satisfies readonly LawFigureId[];

/** The limit of one system as sentences, with their evidence. */
export function Findings({ side }: { readonly side: SideName }) {
  const t = useTranslations('why');
  const scenario = useStore(experiment, (state) => state[side]?.scenario);
  const { summary, isStale } = useStore(run, (state) => state[side]);
  return (
    <section className={styles.side} aria-label={`${side.toUpperCase()}: ${t('title')}`} data-stale={isStale}>
      <h3 className={styles.title}>
        <SideBadge side={side} /> {t('title')}
      </h3>
      {/* A summary of the scenario before would be compared with the wrong numbers. */}
      {scenario && summary && !isStale ? (
        <Explained side={side} scenario={scenario} summary={summary} />
      ) : (
        <p className={styles.counting}>{t('counting')}</p>
      )}
    </section>
  );
}

interface ExplainedProps {
  readonly side: SideName;
  readonly scenario: Scenario;
  readonly summary: Summary;
}

function Explained({ side, scenario, summary }: ExplainedProps) {
  const t = useTranslations('why');
  const text = useFacts();
  const { limit, remarks } = useMemo(() => explain(scenario, summary), [scenario, summary]);
  const figure = (id: LawFigureId) => (chunks: ReactNode) => (
    <LawFigure id={id} side={side} summary={summary}>
      {chunks}
    </LawFigure>
  );
  const lawOf =
    ({ id, facts: { trips, pauses, split } }: typeof limit) =>
    (chunks: ReactNode) => (
      <LawName
        law={{
          law: id === 'blocking' ? id : id === 'wire' || id === 'callers' ? 'callers' : 'resource',
          trips: trips?.unit === 'count' ? trips.value : 1,
          pauses: pauses?.unit === 'count' && pauses.value > 0,
          isSplit: split?.unit === 'count' && split.value > 0,
        }}
      >
        {chunks}
      </LawName>
    );
  const figures = Object.fromEntries(TAGS.map((id) => [id, figure(id)]));
  const values = {
    ...text(limit.facts),
    ...figures,
    law: lawOf(limit),
    item: (chunks: ReactNode) => <li>{chunks}</li>,
  };
  return (
    <>
      <p className={styles.limit} data-figures>
        {t.rich(`limits.${limit.id}`, values)}
      </p>
      {limit.id !== 'none' && limit.id !== 'unanswered' && (
        <ul className={styles.evidence} data-figures>
          {t.rich(`evidence.${limit.id}`, values)}
        </ul>
      )}
      <ul className={styles.remarks}>
        {remarks.map(({ id, facts }) => (
          <li key={id}>{t(`remarks.${id}`, text(facts))}</li>
        ))}
      </ul>
      <Laws side={side} scenario={scenario} summary={summary} />
    </>
  );
}

/** The asymptotic bounds, the tightest first, and the used share of each. */
function Laws({ side, scenario, summary }: ExplainedProps) {
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
        <SaveTable table={{ id: `laws-${side}`, title, description: title, table }} />
      </span>
    </>
  );
}
