import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { wayOfLit } from '../../actions/lit.ts';
import { focus } from '../../stores/focus.ts';
import styles from './LitMarks.module.css';
import { PartTexts } from './PartTexts.tsx';
import { useWords } from './texts.tsx';
import { useStore } from './use-store.ts';

/** The request that is lit, in words. Where there are requests to point at, there are instants: what shows them is loaded, too. */
export function LitWords() {
  useEffect(() => {
    import('../marks/ScrubMarks.tsx').then(
      () => focus.setState({ canPoint: true }),
      () => undefined,
    );
  }, []);
  return (
    <div className={styles.words}>
      <PartTexts part="selection">
        <Words />
      </PartTexts>
    </div>
  );
}

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
