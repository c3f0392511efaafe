import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { highlightSpan } from '../marks/highlight.ts';
import styles from './HighlightMarks.module.css';

/** The request that is lit, in words. */
export const HighlightWords = () => (
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
  const way = highlightSpan(lit);
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
