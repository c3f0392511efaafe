import { useTranslations } from 'use-intl';
import type { SvgNode } from '../../charts/svg.ts';
import { type Palette, paletteOf } from '../../lib/palette.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { type HighlightSpan, highlightSpan } from '../marks/highlight.ts';
import { SvgTree } from '../results/SvgTree.tsx';
import styles from './HighlightMarks.module.css';
import { useTheme } from './use-media.ts';

/** The highlighted request as text. */
export const HighlightWords = () => (
  <div className={styles.words}>
    <Words />
  </div>
);

function Words() {
  const t = useTranslations('selection.lit');
  const words = useWords();
  const lit = useStore(focus, (state) => state.highlighted);
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

/** The highlighted request above a drawing, without a redraw. */
export function HighlightMarks({
  marks,
}: {
  readonly marks: (span: HighlightSpan, palette: Palette) => readonly SvgNode[];
}) {
  const lit = useStore(focus, (state) => state.highlighted);
  const palette = paletteOf(useTheme());
  if (lit?.request === undefined) return null;
  const { side, request } = lit;
  const span = highlightSpan(lit) ?? { side, request, fromNs: Number.NaN, toNs: Number.NaN, isWhole: false };
  return (
    <svg className={styles.marks} aria-hidden="true" data-lit={span.request}>
      {marks(span, palette).map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew as a whole
        <SvgTree key={index} node={node} />
      ))}
    </svg>
  );
}
