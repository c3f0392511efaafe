import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChartSpec, Table, Unit } from '../../charts/chart.ts';
import { claimVerdicts } from '../../charts/claim-verdicts.ts';
import { originOf } from '../../charts/export.ts';
import { predictedMeasured } from '../../charts/predicted-measured.ts';
import { type ReportSection, toHtml } from '../../charts/report.ts';
import { residualMap } from '../../charts/residual-map.ts';
import { saveText } from '../../lib/download.ts';
import { inLanguage } from '../../lib/languages.ts';
import { paletteOf } from '../../lib/palette.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { useBatchesChart } from './Batches.tsx';
import { evidenceProvenance } from './evidence-provenance.ts';
import { evidence } from './evidence-state.ts';
import { useMeasuredChart } from './Measured.tsx';
import { useVerdictsChart } from './VerdictsFigure.tsx';
import { OUTCOME_OF } from './verdicts.ts';

const FILE = 'roundtrip-reproductions.html';
const WIDTH = 960;
const FONT_SIZE = 13;

/** Saves the whole page as one file with all charts and tables, to read and print. */
export function SaveReport() {
  const t = useTranslations('evidence');
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      <Button onClick={() => setIsSaving(true)}>{t('save')}</Button>
      {isSaving && <Report onSaved={() => setIsSaving(false)} />}
    </>
  );
}

/** Writes the file once. The data of its charts are computed only then: they block the page for a while. */
function Report({ onSaved }: { readonly onSaved: () => void }) {
  const t = useTranslations('evidence');
  const words = useWords();
  const { claims, rows } = useStore(evidence);
  const [verdicts, batches, measured] = [useVerdictsChart(claims), useBatchesChart(), useMeasuredChart(rows)];

  /** For print: light colours in any theme. */
  const section = <Data, Own>(
    spec: ChartSpec<Data, Own>,
    title: string,
    { data, words: own }: { readonly data: Data; readonly words: Own },
    lines: number,
  ): ReportSection => ({
    title,
    caption: spec.describe(data, own),
    drawing: spec.draw(
      data,
      { width: WIDTH, height: lines * FONT_SIZE, fontSize: FONT_SIZE },
      paletteOf('light'),
      own,
    ),
    tables: [spec.table(data, own)],
  });
  const reasons = (): Table => ({
    caption: t('tabs.claims'),
    columns: (['id', 'source', 'statement', 'outcome'] as const)
      .map((name) => ({ title: t(`verdicts.columns.${name}`), unit: 'text' as Unit }))
      .concat(
        (['reason', 'breaks', 'notCompared', 'fitted'] as const).map((name) => ({
          title: t(name),
          unit: 'text',
        })),
      ),
    rows: claims.map(({ claim, verdict, breaks }) => [
      claim.id,
      claim.source,
      inLanguage(claim.statement, words.language),
      t(`outcomes.${OUTCOME_OF[verdict]}`),
      claim.because && inLanguage(claim.because, words.language),
      breaks && `${breaks.cost} × ${words.number(breaks.factor)}`,
      claim.notCompared && inLanguage(claim.notCompared, words.language),
      claim.fitted && inLanguage(claim.fitted, words.language),
    ]),
  });
  const save = async () => {
    const provenance = await evidenceProvenance(t('title'), t('intro'));
    const first = section(
      claimVerdicts,
      t('verdicts.title'),
      verdicts,
      3 + 1.6 * verdicts.data.topics.length,
    );
    const html = toHtml({
      language: words.language,
      title: `Roundtrip · ${t('title')}`,
      intro: t('intro'),
      notes: [originOf(provenance), provenance.link],
      number: (value, unit) => (unit === 'share' ? words.percent(value) : words.number(value)),
      sections: [
        { ...first, tables: [reasons(), ...first.tables] },
        section(residualMap, t('residuals.title'), batches, 4 + 2.4 * batches.data.rows.length),
        section(predictedMeasured, t('measured.title'), measured, 42),
      ],
    });
    saveText(FILE, html, 'text/html');
    announce(t('saved', { file: FILE }), { isVisible: true });
  };
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void save().finally(onSaved);
  });
  return null;
}
