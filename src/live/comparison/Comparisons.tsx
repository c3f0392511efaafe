import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { LibraryName } from '../../bridge/workload/library.ts';
import type { Provenance } from '../../charts/export.ts';
import { type RATE_SOURCES, type RatesData, rateLines, rateRatios } from '../../charts/rate-ratios.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { Button, ButtonWithReason } from '../../ui/Button.tsx';
import { FileButton, JSON_FILES } from '../../ui/FileButton.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { LibraryProgram } from '../LibraryProgram.tsx';
import styles from '../Live.module.css';
import { live } from '../live-state.ts';
import { libraryState } from '../programs.ts';
import { provenanceOf } from '../provenance.ts';
import { Choice } from '../QuestionForm.tsx';
import { dateText, useBusyReason } from '../words.ts';
import { agreementOf, ratesOf } from './agreement.ts';
import { compare, isUnfinished, loadComparisons, openComparison, saveComparison } from './compare.ts';
import { comparisons } from './comparison-state.ts';
import { COMPARISONS, type Comparison } from './comparisons.ts';
import type { ComparisonResult } from './result.ts';
import { SAMPLE_RESULTS } from './samples.ts';

const FIRST = COMPARISONS[0] as Comparison;

const useShown = (): Comparison => {
  const shown = useStore(comparisons, (state) => state.shown);
  return COMPARISONS.find(({ id }) => id === shown) ?? FIRST;
};

/** The reader's result, else the one that this project has recorded. */
function useResult(id: Comparison['id']): { readonly result?: ComparisonResult; readonly isSample: boolean } {
  const own = useStore(comparisons, (state) => state.results[id]);
  const result = own ?? SAMPLE_RESULTS.get(id);
  return { ...(result && { result }), isSample: own === undefined };
}

/** The name of a configuration; a test holds that each has one. */
function useConfigurationName(): (id: string) => string {
  const t = useTranslations('real.comparison');
  return (id) => t(`configurations.${id}` as 'configurations.jedis8');
}

/** Chooses and starts a ready comparison of an article's configurations. */
export function ComparisonForm() {
  const t = useTranslations('real.comparison');
  const comparison = useShown();
  const result = useStore(comparisons, (state) => state.results[comparison.id]);
  const programs = useStore(live, (state) => (state.status === 'connected' ? state.programs : undefined));
  const reason = useBusyReason();
  useEffect(loadComparisons, []);
  const needed = neededReleases(comparison);
  const missing = programs
    ? needed.find(([library, version]) => libraryState(programs, library, version).kind !== 'ready')
    : undefined;
  return (
    <section className={styles.group} aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.soft}>{t('intro')}</p>
      <Choice
        label={t('choose')}
        value={comparison.id}
        options={COMPARISONS.map(({ id }) => id)}
        name={(id) => t(`names.${id}`)}
        onChange={(shown) => comparisons.setState({ shown })}
      />
      <p className={styles.soft}>{t(`questions.${comparison.id}`)}</p>
      {missing && <LibraryProgram library={missing[0]} version={missing[1]} />}
      <p className={styles.row}>
        {programs && !missing && (
          <ButtonWithReason reason={reason} onClick={() => void compare(comparison)}>
            {t(isUnfinished(comparison, result) ? 'continue' : result ? 'again' : 'start', {
              count: comparison.configurations.length,
            })}
          </ButtonWithReason>
        )}
        {result && <Button onClick={() => saveComparison(result)}>{t('save')}</Button>}
        <FileButton
          label={t('open')}
          accept={JSON_FILES}
          reason={reason}
          onFiles={([file]) => void openComparison(file)}
        />
      </p>
    </section>
  );
}

/** The releases of a comparison: their programs must be built. */
const neededReleases = ({ configurations }: Comparison): (readonly [LibraryName, string])[] => [
  ...new Map(
    configurations.map(({ driver, version }) => [`${driver} ${version}`, [driver, version] as const]),
  ).values(),
];

/** What article, model and measurement say of each configuration, in ratios. */
export function ComparisonResults() {
  const t = useTranslations('real.comparison');
  const words = useWords();
  const nameOf = useConfigurationName();
  const comparison = useShown();
  const { result, isSample } = useResult(comparison.id);
  const step = useStore(comparisons, (state) => state.step);
  const rates = useMemo(() => {
    const rows = new Map(result?.rows.map((row) => [row.id, row]));
    return new Map(comparison.configurations.map((each) => [each.id, ratesOf(each, rows.get(each.id))]));
  }, [comparison, result]);
  if (!result) return null;
  const data: RatesData = {
    rows: comparison.configurations.map(({ id }) => ({
      name: nameOf(id),
      perSec: rates.get(id) ?? {},
    })),
    reference: comparison.configurations.findIndex(({ id }) => id === comparison.reference),
  };
  const sourceName = (source: (typeof RATE_SOURCES)[number]) =>
    t(isSample ? `sampleSources.${source}` : `sources.${source}`);
  const chartWords = {
    tableCaption: t(`names.${comparison.id}`),
    empty: t('empty'),
    sentence: (facts: { rows: number; measured: number; reference: string; fastest: string }) =>
      t('sentence', facts),
    source: sourceName,
    ratio: (value: number) => `${words.number(Math.round(value * 100) / 100)}×`,
    xTitle: (reference: string) => t('xTitle', { reference }),
    configuration: t('configuration'),
    rateColumn: (source: (typeof RATE_SOURCES)[number]) => t('rateColumn', { source: sourceName(source) }),
    ratioColumn: (source: (typeof RATE_SOURCES)[number]) => t('ratioColumn', { source: sourceName(source) }),
  };
  const origin = async (title: string, caption: string): Promise<Provenance> =>
    provenanceOf(title, caption, {
      measuredAt: result.measuredAt,
      machine: result.machine,
      redis: result.redis,
      calibratedAt: result.calibratedAt ?? undefined,
    });
  return (
    <section className={styles.facts} aria-label={t(`names.${comparison.id}`)}>
      <h2 className={styles.heading}>{t(`names.${comparison.id}`)}</h2>
      {isSample && <p className={styles.soft}>{t('sample')}</p>}
      <Sentences comparison={comparison} result={result} isSample={isSample} rates={rates} />
      {step?.comparison === comparison.id && (
        <p role="status">{t('step', { index: step.index + 1, of: step.of })}</p>
      )}
      <SpecFigure
        spec={rateRatios}
        title={t(`names.${comparison.id}`)}
        data={data}
        words={chartWords}
        lines={rateLines(data.rows.length)}
        provenance={origin}
      />
      <p className={styles.soft}>
        {t('made', {
          date: dateText(result.measuredAt, words),
          cpu: result.machine.cpu,
          cores: result.machine.cores,
          version: result.redis.version,
        })}
      </p>
    </section>
  );
}

interface SentencesProps {
  readonly comparison: Comparison;
  readonly result: ComparisonResult;
  /** Whether it was measured elsewhere, by this project. */
  readonly isSample: boolean;
  readonly rates: Parameters<typeof agreementOf>[1];
}

/** Three sentences: what the measurement confirms, how far the model is off here, and what this machine cannot show. */
function Sentences({ comparison, result, isSample, rates }: SentencesProps) {
  const t = useTranslations('real.comparison');
  const words = useWords();
  const nameOf = useConfigurationName();
  const { orders, refuted, modelError } = useMemo(() => agreementOf(comparison, rates), [comparison, rates]);
  const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
  const names = refuted.map(({ faster, slower }) =>
    t('order', { faster: nameOf(faster), slower: nameOf(slower) }),
  );
  const sample = isSample ? 'yes' : 'no';
  const busy = result.rows.filter(({ remarks }) => remarks.some((code) => ['BR-27', 'BR-37'].includes(code)));
  return (
    <>
      <p className={styles.verdict}>
        {orders.measured.of === 0
          ? t('notMeasured')
          : t('confirmed', {
              sample,
              held: orders.measured.held,
              of: orders.measured.of,
              refuted: names.length,
              list: list.format(names),
            })}
      </p>
      <p>
        {modelError === undefined
          ? t('noModel')
          : t('model', {
              sample,
              error: words.percent(modelError),
              held: orders.modelHere.held,
              of: orders.modelHere.of,
              calibrated: result.calibratedAt === null ? 'no' : 'yes',
            })}
      </p>
      <p>
        {t('machine', {
          sample,
          cores: result.machine.cores,
          articleCores: result.articleCores,
          busy: busy.length,
          of: result.rows.length,
        })}
      </p>
    </>
  );
}
