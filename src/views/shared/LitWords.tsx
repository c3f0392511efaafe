import { useTranslations } from 'use-intl';
import { wayOfLit } from '../../actions/lit.ts';
import { focus } from '../../stores/focus.ts';
import styles from './LitMarks.module.css';
import { useWords } from './texts.tsx';
import { useStore } from './use-store.ts';

/** The request that is lit, in words. */
export const LitWords = () => (
  <div className={styles.words}>
    <Words />
  </div>
);

function Words() {
  const t = useTranslations('selection.lit');
  const words = useWords();
  const lit = useStore(focus, (state) => state.lit);
  const request = lit?.request;
  if (!lit || request === undefined) return null;
  const facts = { request: `#${request}`, side: lit.side.toUpperCase() };
  const way = wayOfLit(lit);
  if (!way) return <span data-lit={request}>{t('unknown', facts)}</span>;
  const { fromNs, toNs, isWhole } = way;
  const { from, to } = words.ends([fromNs, toNs]);
  return (
    <span data-lit={request}>
      {isWhole
        ? t('whole', { ...facts, from, to, length: words.duration(toNs - fromNs) })
        : t('part', { ...facts, from })}
    </span>
  );
}
