import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { formatList } from '../../lib/languages.ts';
import { contrast } from '../../model/explain/contrast.ts';
import type { Limit, Load, Part, Statement } from '../../model/explain/statement.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import styles from './Contrast.module.css';
import table from './Findings.module.css';
import { useFacts } from './fact-words.ts';

/** Why B differs from A, as sentences. */

const NS_PER_US = 1000;
/** A part below this share of its neighbours is ignored. */
const NOTHING = 0.005;

/** A statement as one sentence or two. */
function useStatement(): (statement: Statement) => string {
  const t = useTranslations('why.contrast');
  const phase = useTranslations('phases.names');
  const words = useWords();
  const facts = useFacts();
  const time = (us: number) => (us === 0 ? t('nothing') : words.duration(us * NS_PER_US));
  const partText = ({ of, a, b }: Part) => {
    const name = 'work' in of ? t(`works.${of.work}`) : phase(of.phase);
    return t('part', { name, a: time(a), b: time(b) });
  };
  const limits = ([a, b]: readonly Limit[]) => {
    if (!a || !b) return '';
    const name = ({ limit }: Limit) => t(`names.${limit.id}`, facts(limit.facts));
    const evidence = ({ limit }: Limit) => t(`evidence.${limit.id}`, facts(limit.facts));
    const [nameA, nameB] = [name(a), name(b)];
    return nameA === nameB
      ? t('limitsSame', { name: nameA, a: evidence(a), b: evidence(b) })
      : t('limitsApart', { nameA, nameB, a: evidence(a), b: evidence(b) });
  };
  const load = ({ id, facts: figures }: Load) => t(`loads.${id}`, facts(figures));
  return (statement) => {
    if (statement.id === 'limits') return limits(statement.limits ?? []);
    if (statement.loads)
      return t('statements.load', { a: load(statement.loads.a), b: load(statement.loads.b) });
    const { parts = [], restUs = 0 } = statement;
    const largest = Math.max(...parts.flatMap(({ a, b }) => [a, b]), 0);
    return t(`statements.${statement.id}`, {
      ...facts(statement.facts),
      hasParts: parts.length,
      parts: formatList(words.language, parts.map(partText)),
      hasRest: Math.abs(restUs) > NOTHING * largest ? 1 : 0,
      rest: `${restUs < 0 ? '−' : '+'}${words.duration(Math.abs(restUs) * NS_PER_US)}`,
    });
  };
}

/** One paragraph: why one system is faster than the other. */
export function Contrast() {
  const t = useTranslations('why');
  const id = useId();
  const { a, b } = useStore(experiment);
  const runA = useStore(run, (state) => state.a);
  const runB = useStore(run, (state) => state.b);
  const sentence = useStatement();
  const statements = useMemo(() => {
    if (!a || !b || !runA.summary || !runB.summary || runA.isStale || runB.isStale) return undefined;
    return contrast(
      { scenario: a.scenario, summary: runA.summary },
      { scenario: b.scenario, summary: runB.summary },
    );
  }, [a, b, runA, runB]);
  const sentences = statements?.map(sentence) ?? [];
  // Starts with the size of the difference, after a difference in load if there is one.
  const first = prose(sentences.slice(0, statements?.[0]?.id === 'load' ? 2 : 1));
  return (
    <section className={table.side} aria-labelledby={id}>
      <h3 id={id} className={table.title}>
        {t('contrast.title')}
      </h3>
      {statements ? (
        <p className={styles.contrast} data-contrast data-figures>
          <b>{first}</b>
          {/* Joined by the rules of the language: in Chinese without a space. */}
          {prose(sentences).slice(first.length)}
        </p>
      ) : (
        <p className={table.counting}>{t('counting')}</p>
      )}
    </section>
  );
}
