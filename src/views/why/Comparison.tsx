import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { announce } from '../../actions/announce.ts';
import { copySide } from '../../actions/copy-side.ts';
import { type Change, isCertain, pairedChange } from '../../explain/paired.ts';
import { isAlwaysFull } from '../../explain/request.ts';
import { experiment } from '../../stores/experiment.ts';
import { run } from '../../stores/run.ts';
import { SaveTable } from '../export/SaveTable.tsx';
import { figureText, halfText, ratioOf } from '../results/rows.ts';
import { Button } from '../shared/Button.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './Comparison.module.css';
import table from './Findings.module.css';

const NS_PER_US = 1000;

/** Whether B differs from A by more than luck, and ways to go on from there. */
export function Comparison() {
  const t = useTranslations('why.comparison');
  const id = useId();
  const copy = (from: 'a' | 'b', said: 'copied' | 'based') => {
    copySide(from);
    announce(t(said), { isVisible: true });
  };
  return (
    <section className={styles.comparison} aria-labelledby={id}>
      <h3 id={id} className={table.title}>
        {t('title')}
      </h3>
      <Differences />
      <p className={styles.ways}>
        <Button onClick={() => copy('a', 'copied')}>{t('copy')}</Button>
        <Button onClick={() => copy('b', 'based')}>{t('baseline')}</Button>
      </p>
    </section>
  );
}

/** Both runs have the same random numbers, so stretch by stretch they are pairs. */
function Differences() {
  const t = useTranslations('why');
  const { a, b } = useStore(experiment);
  const runA = useStore(run, (state) => state.a);
  const runB = useStore(run, (state) => state.b);
  const change = useMemo(() => {
    if (!a || !b || !runA.summary || !runB.summary || runA.isStale || runB.isStale) return undefined;
    return pairedChange(runA.summary, runB.summary, isAlwaysFull(a.scenario) && isAlwaysFull(b.scenario));
  }, [a, b, runA, runB]);
  if (!change) return <p className={table.counting}>{t('counting')}</p>;
  const differences = () => ({
    caption: t('comparison.caption'),
    columns: [
      { title: t('comparison.quantity'), unit: 'text' as const },
      { title: t('comparison.unit'), unit: 'text' as const },
      { title: 'A', unit: 'number' as const },
      { title: 'B', unit: 'number' as const },
      { title: 'B − A', unit: 'number' as const },
      { title: '±', unit: 'number' as const },
    ],
    rows: [
      [t('comparison.throughput'), '1/s', ...numbersOf(change.throughput)],
      [t('comparison.response'), 'µs', ...numbersOf(change.response)],
    ],
  });
  const title = t('comparison.title');
  const isKnown = change.throughput.half !== undefined && change.response.half !== undefined;
  return (
    <>
      <table className={table.laws}>
        <caption className="visually-hidden">{t('comparison.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('comparison.quantity')}</th>
            <th scope="col">
              <SideBadge side="a" />
            </th>
            <th scope="col">
              <SideBadge side="b" />
            </th>
            <th scope="col">{t('comparison.difference')}</th>
            <th scope="col">{t('comparison.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={t('comparison.throughput')} change={change.throughput} unit="rate" factor={1} />
          <Row name={t('comparison.response')} change={change.response} unit="time" factor={NS_PER_US} />
        </tbody>
      </table>
      <span>
        <SaveTable
          table={{ id: 'comparison', title, description: t('comparison.caption'), table: differences }}
        />
      </span>
      {!isKnown && <p className={table.counting}>{t('comparison.unknownWhy')}</p>}
    </>
  );
}

/** A, B, B − A and half of its 95 % interval, exact. */
const numbersOf = ({ from, to, half }: Change) => [from, to, to - from, half];

interface RowProps {
  readonly name: string;
  readonly change: Change;
  readonly unit: 'rate' | 'time';
  /** From the unit of the change to that of the figure. */
  readonly factor: number;
}

function Row({ name, change, unit, factor }: RowProps) {
  const t = useTranslations('why.comparison');
  const words = useWords();
  const { from, to, half } = change;
  const text = (value: number) => figureText(unit, value * factor, words, '');
  const sign = to < from ? '−' : '+';
  const difference = sign + text(Math.abs(to - from));
  const certain = isCertain(change);
  const verdict = () => {
    if (from === to && half === 0) return t('same');
    if (certain === undefined) return t('unknown');
    return certain ? t('certain', { ratio: ratioOf(from, to, words) ?? difference }) : t('chance');
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{text(from)}</td>
      <td>{text(to)}</td>
      <td>
        {half === undefined
          ? difference
          : t('plusMinus', { value: difference, half: halfText(unit, half * factor, words) })}
      </td>
      <td className={styles.verdict}>{verdict()}</td>
    </tr>
  );
}
