import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { evidenceOf } from '../../model/explain/evidence.ts';
import { limitOf } from '../../model/explain/limits.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import styles from './Findings.module.css';
import { useFacts } from './fact-words.ts';
import { LawFigure, type LawFigureId, LawName } from './law-figures.tsx';
import { type System, useSystem } from './use-system.ts';

/** The metrics in the verdict and its evidence, by their tags. */
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

/** The bottleneck of one system as one sentence, with its evidence as a table. */
export function Findings({ side }: { readonly side: SideName }) {
  const t = useTranslations('why');
  const system = useSystem(side);
  return (
    <section className={styles.side} aria-label={`${side.toUpperCase()}: ${t('title')}`} data-stale={!system}>
      <h3 className={styles.title}>
        <SideBadge side={side} /> {t('title')}
      </h3>
      {system ? <Verdict {...system} /> : <p className={styles.counting}>{t('counting')}</p>}
    </section>
  );
}

function Verdict({ side, scenario, summary }: System) {
  const t = useTranslations('why');
  const text = useFacts();
  const limit = useMemo(() => limitOf(scenario, summary), [scenario, summary]);
  const rows = evidenceOf(limit);
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
  const values = {
    ...text(limit.facts),
    ...Object.fromEntries(TAGS.map((id) => [id, figure(id)])),
    law: lawOf(limit),
  };
  return (
    <>
      <p className={styles.limit} data-figures>
        {t.rich(`limits.${limit.id}`, values)}
      </p>
      {rows.length > 0 && (
        <table className={styles.evidence} data-figures>
          <caption className="visually-hidden">{t('evidence.caption', { side: side.toUpperCase() })}</caption>
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{t(`evidence.labels.${label}`)}</th>
                <td>{t.rich(`evidence.values.${value}`, values)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
