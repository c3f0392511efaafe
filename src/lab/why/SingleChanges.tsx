import { useId, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Table } from '../../charts/chart.ts';
import { mayBeChance } from '../../charts/named-rows.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import { Sentence } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { presentProvenance } from '../run/provenance.ts';
import { SaveChart } from '../shared/SaveButton.tsx';
import { ApplyToB } from './ApplyToB.tsx';
import { useFigureWords } from './figure-words.ts';
import styles from './Levers.module.css';
import { SlowerReasons } from './SlowerReasons.tsx';
import { type Tried, triedOf } from './trial-results.ts';
import type { Trial } from './trials-state.ts';

export interface ResultsProps {
  readonly side: SideName;
  readonly trial: Trial;
  readonly quantity: Quantity;
}

/** The gain of each change alone: what can be done, and apart from it thought experiments. */
export function SingleChanges({ side, trial, quantity }: ResultsProps) {
  const t = useTranslations('why.levers');
  const tried = useMemo(() => triedOf(trial, quantity), [trial, quantity]);
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const fromStart = tried
    .filter(({ single }) => single.isFromStart)
    .map(({ single }) => t(`names.${single.id}`));
  const isExact = tried.length > 0 && tried.every((change) => change.isExact);
  return (
    <div className={styles.results}>
      {tried.length === 0 && trial.singles.some(({ runs }) => runs.some(Boolean)) && (
        <p className={styles.key}>{t('noAnswers')}</p>
      )}
      <Changes kind="feasible" {...{ side, tried, quantity }} />
      <Changes kind="thought" {...{ side, tried, quantity }} />
      {tried.length > 0 && (
        <p className={styles.key}>
          {isExact ? t('notRandom', { quantity }) : t('key')}
          {quantity !== 'throughput' && ` ${t(`notes.${quantity}`)}`}
        </p>
      )}
      {trial.status === 'done' && <SlowerReasons {...{ side, tried, quantity }} />}
      {trial.singles.map(
        ({ id, problem }) =>
          problem && (
            <p key={id} className={styles.key}>
              {t('broken', { name: t(`names.${id}`) })} <Sentence problem={problem} />
            </p>
          ),
      )}
      {fromStart.length > 0 && (
        <p className={styles.key}>{t('fromStart', { names: list.format(fromStart) })}</p>
      )}
    </div>
  );
}

interface ChangesProps {
  readonly kind: 'feasible' | 'thought';
  readonly side: SideName;
  readonly tried: readonly Tried[];
  readonly quantity: Quantity;
}

/** One kind of changes as a table, the largest gain first. */
function Changes({ kind, side, tried, quantity }: ChangesProps) {
  const t = useTranslations('why.levers');
  const figure = useFigureWords(quantity);
  const id = useId();
  const changes = tried.filter(({ single }) => single.isFeasible === (kind === 'feasible'));
  if (changes.length === 0) return null;
  const title = t(`kinds.${kind}`);
  const description = t('tableCaption', { side: side.toUpperCase(), kind });
  const table = (): Table => ({
    caption: description,
    columns: [
      { title: t('change'), unit: 'text' },
      { title: t('columns.from'), unit: figure.unit },
      { title: t('columns.to'), unit: figure.unit },
      { title: t('columns.half'), unit: figure.unit },
      { title: t('columns.chance'), unit: 'text' },
    ],
    rows: changes.map(({ single, effect: { from, to, half }, isExact, certainty }) => [
      t(`names.${single.id}`),
      from * figure.factor,
      certainty === 'unknown' ? undefined : to * figure.factor,
      half === undefined || isExact ? undefined : half * figure.factor,
      figure.isChance(isExact ? 'exact' : mayBeChance(to - from, half)),
    ]),
  });
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className={styles.kind}>
        {title}
      </h4>
      <table className={styles.changes} data-figures>
        <caption className="visually-hidden">{description}</caption>
        <thead>
          <tr>
            <th scope="col">{t('change')}</th>
            <th scope="col">{figure.quantity}</th>
            <th scope="col">{t('columns.difference')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('apply')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow key={change.single.id} {...{ side, change, quantity }} />
          ))}
        </tbody>
      </table>
      <SaveChart
        chart={{
          ...{ id: `changes-${kind}`, title, description, table },
          provenance: () => presentProvenance(title, description, [side]),
        }}
      />
    </section>
  );
}

interface ChangeRowProps {
  readonly side: SideName;
  readonly change: Tried;
  readonly quantity: Quantity;
}

function ChangeRow({ side, change, quantity }: ChangeRowProps) {
  const t = useTranslations('why.levers');
  const words = useWords();
  const figure = useFigureWords(quantity);
  const sloNs = useStore(ui, (state) => state.sloNs);
  const { single, effect, isExact, certainty } = change;
  const name = t(`names.${single.id}`);
  const [from, to] = [effect.from * figure.factor, effect.to * figure.factor];
  const half = effect.half === undefined || isExact ? undefined : effect.half * figure.factor;
  const isChance = isExact ? to === from : (mayBeChance(to - from, half) ?? false);
  const part = (value: number) => words.percent(Math.abs(value) / Math.max(from, Number.MIN_VALUE));
  const percent = `${to < from ? '−' : '+'}${part(to - from)}`;
  const difference = figure.withInterval({ mean: to - from, half });
  const relative = half === undefined ? percent : t('plusMinusPercent', { value: percent, half: part(half) });
  const isMet =
    quantity === 'p99' && certainty !== 'unknown' && sloNs !== undefined ? to <= sloNs : undefined;
  return (
    <tr data-chance={isChance || certainty === 'unknown' || undefined}>
      <th scope="row">{name}</th>
      <td>
        {certainty === 'exact' ? '' : '≥ '}
        {figure.figure(from)} → {certainty === 'unknown' ? '≥ ' : ''}
        {figure.figure(to)}
        {isMet !== undefined &&
          ` ${t('target', { isMet: isMet ? 'yes' : 'no', target: words.duration(sloNs ?? 0) })}`}
      </td>
      <td>
        {certainty === 'unknown'
          ? t('significance.unknown')
          : t('effect', { difference, relative, certainty, isChance: isChance ? 'yes' : 'no' })}
      </td>
      <td>
        <ApplyToB side={side} name={name} edits={single.edits} />
      </td>
    </tr>
  );
}
