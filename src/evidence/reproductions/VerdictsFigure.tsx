import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { OUTCOMES, type Outcome } from '../../charts/claim-outcomes.ts';
import {
  claimVerdicts,
  type VerdictsData,
  type VerdictsWords,
  verdictsLines,
} from '../../charts/claim-verdicts.ts';
import { isNarrowChart } from '../../charts/named-rows.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { useSize } from '../../lab/results/use-size.ts';
import { inLanguage } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import { evidenceProvenance } from './evidence-provenance.ts';
import type { AnsweredClaim } from './evidence-state.ts';
import { OUTCOME_OF, tableRows } from './verdicts.ts';

/** Number of met claims by source; its table holds every compared value. */
export function VerdictsFigure({ claims }: { readonly claims: readonly AnsweredClaim[] }) {
  const t = useTranslations('evidence');
  const chart = useVerdictsChart(claims);
  const { ref, width, fontSize } = useSize();
  return (
    <div ref={ref}>
      <SpecFigure
        spec={claimVerdicts}
        provenance={evidenceProvenance}
        title={t('verdicts.title')}
        {...chart}
        lines={verdictsLines(chart.data.topics.length, isNarrowChart({ width, fontSize }))}
      />
    </div>
  );
}

/** The chart's data and texts for some claims. */
export function useVerdictsChart(claims: readonly AnsweredClaim[]) {
  const t = useTranslations('evidence');
  const { language, count } = useWords();
  const data = useMemo((): VerdictsData => {
    const topics = [...new Map(claims.map((claim) => [claim.topic.id, claim.topic])).values()];
    return {
      topics: topics.map(({ id, title }) => ({
        name: inLanguage(title, language),
        counts: countsOf(claims.filter(({ topic }) => topic.id === id)),
      })),
      rows: claims.flatMap((claim) =>
        tableRows(claim, { statement: inLanguage(claim.claim.statement, language) }),
      ),
    };
  }, [claims, language]);
  const words = useMemo(
    (): VerdictsWords => ({
      number: count,
      outcome: (outcome) => t(`outcomes.${outcome}`),
      tableCaption: t('verdicts.tableCaption'),
      column: (name) => t(`verdicts.columns.${name}`),
      sentence: (facts) => t('verdicts.describe', facts),
      empty: t('verdicts.empty'),
    }),
    [t, count],
  );
  return { data, words };
}

const countsOf = (claims: readonly AnsweredClaim[]): Record<Outcome, number> =>
  Object.fromEntries(
    OUTCOMES.map((outcome) => [
      outcome,
      claims.filter(({ verdict }) => OUTCOME_OF[verdict] === outcome).length,
    ]),
  ) as Record<Outcome, number>;
