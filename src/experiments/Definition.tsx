import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Sweep } from '../model/sweep/definition.ts';
import { MAIN_METRICS } from '../model/sweep/metrics.ts';
import { AmountField } from '../ui/AmountInput.tsx';
import { FileButton, JSON_FILES } from '../ui/FileButton.tsx';
import { Picker } from '../ui/Picker.tsx';
import type { PickerOption } from '../ui/PickerMenu.tsx';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import { AxisForm } from './AxisForm.tsx';
import { Conditions } from './Conditions.tsx';
import styles from './Experiments.module.css';
import { NOT_NEGATIVE, useSweepWords } from './metric-words.ts';
import { SweepProblems } from './SweepProblems.tsx';
import { Systems } from './Systems.tsx';
import { changeSweep } from './sweep-definition.ts';
import { openSweepFile } from './sweep-file.ts';
import { sweeps } from './sweep-state.ts';

/** The definition: systems, settings, metric, repetitions. */
export function Definition({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const id = useId();
  return (
    <>
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
      <Conditions definition={definition} />
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
/** The option without a limit. */
const ALL = 'all';

/** The precision of an option. */
const precisionOf = (id: string): Sweep['precision'] =>
  id === ALL ? null : id === 'answer' ? id : Number(id);

/** Usual values and the current one, ascending. */
const withCurrent = (values: readonly number[], current: number | null): number[] =>
  [...new Set([...values, ...(current === null ? [] : [current])])].sort((a, b) => a - b);

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly onChoose: (id: string) => void;
}

/** A picker with its label above it. */
function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const title = options.find(({ id }) => id === value)?.title ?? value;
  return (
    <div className={styles.field}>
      {label}
      <Picker label={label} value={value} title={title} options={() => options} onChoose={onChoose} />
    </div>
  );
}

function Repetitions({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { duration, percent } = useWords();
  const run = useStore(sweeps, (state) => state.run);
  const { metric, seeds, precision, budgetS, set } = definition;
  const others = [...new Set([...Object.keys(run?.runs[0]?.values ?? {}), metric])].filter(
    (name) => !MAIN_METRICS.some((main) => main === name),
  );
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const setNumber = (path: string, value: number | undefined) => {
    const { [path]: _, ...rest } = set;
    changeSweep({ set: value === undefined ? rest : { ...rest, [path]: value } });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('measure')}</legend>
      <div className={styles.field}>
        {t('metric')}
        <SearchPicker
          label={t('metric')}
          title={words.metric(metric)}
          value={metric}
          prompt={t('search.prompt')}
          nothing={t('search.nothing')}
          groups={() => [
            {
              title: t('mainMetrics'),
              options: MAIN_METRICS.map((name) => ({ id: name, title: words.metric(name), code: name })),
            },
            { title: t('allMetrics'), options: others.map((name) => ({ id: name, title: name })) },
          ]}
          onChoose={(name) => changeSweep({ metric: name })}
        />
      </div>
      <div className={styles.row}>
        <Choice
          label={t('precision')}
          value={String(precision ?? ALL)}
          options={[
            { id: 'answer', title: t('decided') },
            ...withCurrent(PRECISIONS, typeof precision === 'number' ? precision : null).map((share) => ({
              id: String(share),
              title: `±${percent(share)}`,
            })),
            { id: ALL, title: t('allDone') },
          ]}
          onChoose={(id) => changeSweep({ precision: precisionOf(id) })}
        />
        <Choice
          label={t('seeds')}
          value={String(seeds)}
          options={withCurrent(SEEDS, seeds).map((count) => ({ id: String(count), title: String(count) }))}
          onChoose={(id) => changeSweep({ seeds: Number(id) })}
        />
        <Choice
          label={t('budget')}
          value={String(budgetS ?? ALL)}
          options={[
            ...withCurrent(BUDGETS_S, budgetS).map((seconds) => ({
              id: String(seconds),
              title: duration(seconds * 1e9),
            })),
            { id: ALL, title: t('off') },
          ]}
          onChoose={(id) => changeSweep({ budgetS: id === ALL ? null : Number(id) })}
        />
      </div>
      <div className={styles.row}>
        {(['run.warmupMs', 'run.measuredMs'] as const).map((path) => (
          <AmountField
            key={path}
            className={styles.field}
            inputClass={styles.input}
            label={t(path === 'run.warmupMs' ? 'warmup' : 'measured')}
            value={number(set[path])}
            field={{ unit: 'ms' }}
            range={NOT_NEGATIVE}
            placeholder={t('asSystem')}
            onChange={(value) => setNumber(path, value)}
            onClear={() => setNumber(path, undefined)}
          />
        ))}
      </div>
      <p className={styles.soft}>{t('seedsNote')}</p>
    </fieldset>
  );
}
