import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { wayOfLit } from '../../actions/lit.ts';
import { focus } from '../../stores/focus.ts';
import styles from './LitMarks.module.css';
import { PartTexts } from './PartTexts.tsx';
import { useWords } from './texts.tsx';

/** The request that is lit, in words. */
export const LitWords = () => (
  <PartTexts part="selection">
    <Words />
  </PartTexts>
);

function Words() {
  const t = useTranslations('selection.lit');
  const words = useWords();
  const lit = useStore(focus, (state) => state.lit);
  const way = wayOfLit(lit);
  const request = lit?.request ?? way?.request;
  if (!lit || request === undefined) return <div className={styles.words} />;
  const facts = { request: `#${request}`, side: lit.side.toUpperCase() };
  if (!way)
    return (
      <div className={styles.words} data-lit={request}>
        {t('unknown', facts)}
      </div>
    );
  const { fromNs, toNs, isWhole } = way;
  const { from, to } = words.ends([fromNs, toNs]);
  return (
    <div className={styles.words} data-lit={request}>
      {isWhole
        ? t('whole', { ...facts, from, to, length: words.duration(toNs - fromNs) })
        : t('part', { ...facts, from })}
    </div>
  );
}
