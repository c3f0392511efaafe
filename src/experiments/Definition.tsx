import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Sweep } from '../model/sweep/definition.ts';
import { MAIN_METRICS } from '../model/sweep/metrics.ts';
import { sweepPresets } from '../model/sweep/presets.ts';
import { FileButton, JSON_FILES } from '../ui/FileButton.tsx';
import { useStore } from '../ui/use-store.ts';
import { AxisForm } from './AxisForm.tsx';
import styles from './Experiments.module.css';
import { useSweepWords } from './metric-words.ts';
import { SweepProblems } from './SweepProblems.tsx';
import { Systems } from './Systems.tsx';
import { glanceSweep } from './sweep.ts';
import { changeSweep, defineSweep } from './sweep-definition.ts';
import { openSweepFile } from './sweep-file.ts';
import { sweeps } from './sweep-state.ts';

/** The definition: systems, settings, metric, repetitions. */
export function Definition({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const id = useId();
  return (
    <>
      <div className={styles.row}>
        <label className={styles.field}>
          {t('startFrom')}
          <select
            className={styles.select}
            value=""
            onChange={(event) => {
              const preset = sweepPresets.find((candidate) => candidate.id === event.target.value);
              if (!preset) return;
              defineSweep({ ...(preset.definition as object), question: t(`presets.${preset.id}`) });
              glanceSweep();
            }}
          >
            <option value="">{t('choose')}</option>
            {sweepPresets.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {t(`presets.${preset.id}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div>
        <FileButton
          label={t('openFile')}
          accept={JSON_FILES}
          onFiles={([file]) => void openSweepFile(file)}
        />
      </div>
      <SweepProblems part="file" />
      <label className={styles.field}>
        {t('question')}
        <input
          className={styles.input}
          value={definition.question}
          placeholder={t('questionHint')}
          onChange={(event) => changeSweep({ question: event.target.value })}
        />
      </label>
      <Systems definition={definition} />
      {definition.axes.map((axis, index) => (
        // There are one or two, identified by their number.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <AxisForm key={`${id}${index}`} definition={definition} index={index} axis={axis} />
      ))}
      {definition.axes.length === 1 && <AxisForm definition={definition} index={1} axis={undefined} />}
      <Repetitions definition={definition} />
    </>
  );
}

const PRECISIONS = [0.005, 0.01, 0.02, 0.05] as const;
const BUDGETS_S = [5, 10, 30, 60, 300] as const;
const SEEDS = [1, 2, 3, 5, 10, 20, 50, 100] as const;

/** The precision of an option. */
const precisionOf = (value: string): Sweep['precision'] =>
  value === '' ? null : value === 'answer' ? value : Number(value);

function Repetitions({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const run = useStore(sweeps, (state) => state.run);
  const { metric, seeds, precision, budgetS, set } = definition;
  const others = Object.keys(run?.runs[0]?.values ?? {}).filter(
    (name) => !MAIN_METRICS.some((main) => main === name),
  );
  const number = (value: unknown) => (typeof value === 'number' ? value : '');
  const setNumber = (path: string, text: string) => {
    const { [path]: _, ...rest } = set;
    const value = Number(text);
    changeSweep({ set: text !== '' && Number.isFinite(value) ? { ...rest, [path]: value } : rest });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('measure')}</legend>
      <label className={styles.field}>
        {t('metric')}
        <select
          className={styles.select}
          value={metric}
          onChange={(event) => changeSweep({ metric: event.target.value })}
        >
          <optgroup label={t('mainMetrics')}>
            {MAIN_METRICS.map((name) => (
              <option key={name} value={name}>
                {words.metric(name)}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('allMetrics')}>
            {[...new Set([...others, ...(MAIN_METRICS.some((main) => main === metric) ? [] : [metric])])].map(
              (name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ),
            )}
          </optgroup>
        </select>
      </label>
      <div className={styles.row}>
        <label className={styles.field}>
          {t('seeds')}
          <select
            className={styles.select}
            value={seeds}
            onChange={(event) => changeSweep({ seeds: Number(event.target.value) })}
          >
            {[...new Set([...SEEDS, seeds])]
              .sort((a, b) => a - b)
              .map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
          </select>
        </label>
        <label className={styles.field}>
          {t('precision')}
          <select
            className={styles.select}
            value={precision ?? ''}
            onChange={(event) => changeSweep({ precision: precisionOf(event.target.value) })}
          >
            <option value="">{t('off')}</option>
            <option value="answer">{t('decided')}</option>
            {[...new Set([...PRECISIONS, ...(typeof precision === 'number' ? [precision] : [])])].map(
              (share) => (
                <option key={share} value={share}>
                  ± {share * 100} %
                </option>
              ),
            )}
          </select>
        </label>
        <label className={styles.field}>
          {t('budget')}
          <select
            className={styles.select}
            value={budgetS ?? ''}
            onChange={(event) =>
              changeSweep({ budgetS: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">{t('off')}</option>
            {[...new Set([...BUDGETS_S, ...(budgetS === null ? [] : [budgetS])])].map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds} s
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={styles.row}>
        {(['run.warmupMs', 'run.measuredMs'] as const).map((path) => (
          <label key={path} className={styles.field}>
            {t(path === 'run.warmupMs' ? 'warmup' : 'measured')}
            <input
              className={styles.input}
              type="number"
              min={0}
              placeholder={t('asSystem')}
              value={number(set[path])}
              onChange={(event) => setNumber(path, event.target.value)}
            />
          </label>
        ))}
      </div>
      <p className={styles.soft}>{t('seedsNote')}</p>
    </fieldset>
  );
}
