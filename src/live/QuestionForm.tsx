import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { isLibrary, LIBRARIES, type LibraryName, releasesOf } from '../bridge/workload/library.ts';
import { LIMITS } from '../bridge/workload/limits.ts';
import { BATCHES, MIXES, type RealQuestion } from '../bridge/workload/question.ts';
import { DRIVERS, type Driver } from '../bridge/workload/workload.ts';
import { AmountField } from '../ui/AmountInput.tsx';
import { ButtonWithReason } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { useStore } from '../ui/use-store.ts';
import { LibraryProgram } from './LibraryProgram.tsx';
import styles from './Live.module.css';
import { ask, guess, measure } from './measurement.ts';
import { measurement } from './measurement-state.ts';
import { useBusyReason } from './words.ts';

/** Number fields with the ranges of the bridge. */
const NUMBERS = {
  callers: [1, LIMITS.callers],
  nodes: [1, LIMITS.nodes],
  connections: [1, LIMITS.connections],
  valueBytes: [1, LIMITS.valueBytes],
  batchSize: [1, 1000],
  rttUs: [0, LIMITS.rttUs],
  seconds: [1, LIMITS.seconds],
} as const satisfies Partial<Record<keyof RealQuestion, readonly [number, number]>>;

type NumberName = keyof typeof NUMBERS;

/** Units of the numbers; the others are counts. */
const UNITS: Partial<Record<NumberName, string>> = { valueBytes: 'B', rttUs: 'µs', seconds: 's' };

/** Whether a number applies to the rest of the form. */
const APPLIES: Partial<Record<NumberName, (question: RealQuestion) => boolean>> = {
  nodes: ({ driver }) => driver === 'jedis',
  connections: ({ driver }) => driver !== 'redisBenchmark',
  batchSize: ({ batch }) => batch !== 'none',
};

/** The form of a run: client, workload, duration, and the reader's prediction. */
export function QuestionForm({ drivers }: { readonly drivers: readonly Driver[] }) {
  const t = useTranslations('real.question');
  const question = useStore(measurement, (state) => state.question);
  const nearest = useStore(measurement, (state) => state.nearest);
  // The next run can be prepared during the current one.
  const reason = useBusyReason();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void measure();
  };
  return (
    <form aria-label={t('label')} onSubmit={submit}>
      <fieldset className={styles.group}>
        <legend>{t('label')}</legend>
        <Choice
          label={t('driver')}
          value={question.driver}
          options={DRIVERS.filter((driver) => isLibrary(driver) || drivers.includes(driver))}
          name={(driver) => t(`drivers.${driver}`)}
          onChange={(driver) =>
            ask({ driver, version: undefined, virtualThreads: undefined, nodes: undefined })
          }
        />
        {isLibrary(question.driver) && (
          <LibraryChoice
            library={question.driver}
            version={question.version}
            threads={question.virtualThreads ? 'virtual' : 'platform'}
          />
        )}
        <Choice
          label={t('mix')}
          value={question.mix}
          options={MIXES}
          name={(mix) => t(`mixes.${mix}`)}
          onChange={(mix) => ask({ mix })}
        />
        <Choice
          label={t('batch')}
          value={question.batch}
          options={BATCHES}
          name={(batch) => t(`batches.${batch}`)}
          onChange={(batch) => ask({ batch })}
        />
        <div className={styles.numbers}>
          {(Object.keys(NUMBERS) as NumberName[])
            .filter((name) => APPLIES[name]?.(question) ?? true)
            .map((name) => (
              <NumberField
                key={name}
                label={t(`numbers.${name}`)}
                unit={UNITS[name]}
                range={NUMBERS[name]}
                value={question[name] ?? 1}
                onChange={(value) => ask({ [name]: value })}
              />
            ))}
        </div>
        <Guess />
        <p className={styles.row}>
          <ButtonWithReason reason={reason} type="submit" variant="strong">
            {t('measure')}
          </ButtonWithReason>
          {nearest && (
            <ButtonWithReason reason={reason} onClick={() => void measure(true)}>
              {t('nearest')}
            </ButtonWithReason>
          )}
        </p>
      </fieldset>
    </form>
  );
}

const THREADS = ['platform', 'virtual'] as const;

/** The release of a library, the kind of its callers' threads, and the program that runs it. */
function LibraryChoice({
  library,
  version = releasesOf(library)[0].version,
  threads,
}: {
  readonly library: LibraryName;
  readonly version: string | undefined;
  readonly threads: (typeof THREADS)[number];
}) {
  const t = useTranslations('real.question');
  return (
    <>
      <Choice
        label={t('version')}
        value={version}
        options={releasesOf(library).map((release) => release.version)}
        name={(release) => release.replace('.RELEASE', '')}
        onChange={(chosen) => ask({ version: chosen })}
      />
      {LIBRARIES[library].program === 'java' && (
        <Choice
          label={t('threads')}
          value={threads}
          options={THREADS}
          name={(kind) => t(`threadKinds.${kind}`)}
          onChange={(kind) => ask({ virtualThreads: kind === 'virtual' || undefined })}
        />
      )}
      <LibraryProgram library={library} version={version} />
    </>
  );
}

/** The reader's prediction, before any result. */
function Guess() {
  const t = useTranslations('real.question');
  const value = useStore(measurement, (state) => state.guess);
  return (
    <AmountField
      className={styles.field}
      inputClass={styles.input}
      label={t('guess')}
      value={value}
      field={{ unit: '1/s' }}
      range={[1, Number.POSITIVE_INFINITY]}
      onChange={guess}
      onClear={() => guess(undefined)}
    />
  );
}

function Field({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string | undefined;
  readonly range: readonly [number, number];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Only whole numbers within the range are applied. */
function NumberField({ label, unit, range, value, onChange }: NumberFieldProps) {
  return (
    <AmountField
      className={styles.field}
      inputClass={styles.input}
      label={label}
      value={value}
      field={{ unit }}
      range={range}
      isWhole
      step={1}
      onChange={onChange}
    />
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly name: (option: T) => string;
  readonly onChange: (option: T) => void;
}

/** A field with a list. */
export function Choice<T extends string>({ label, value, options, name, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <Select
        id={id}
        value={value}
        options={options.map((option) => ({ id: option, title: name(option) }))}
        onChoose={onChange}
      />
    </Field>
  );
}
