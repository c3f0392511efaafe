import type { SvgNode } from '../../charts/svg.ts';
import { type Palette, paletteOf } from '../../lib/palette.ts';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { type HighlightSpan, highlightSpan } from '../marks/highlight.ts';
import { SvgTree } from '../results/SvgTree.tsx';
import styles from './HighlightMarks.module.css';
import { useTheme } from './use-media.ts';

/** The request that is lit, above a drawing, which is not drawn anew for it. */
export function HighlightMarks({
  marks,
}: {
  readonly marks: (way: HighlightSpan, palette: Palette) => readonly SvgNode[];
}) {
  const lit = useStore(focus, (state) => state.lit);
  const palette = paletteOf(useTheme());
  if (lit?.request === undefined) return null;
  const { side, request } = lit;
  const way = highlightSpan(lit) ?? { side, request, fromNs: Number.NaN, toNs: Number.NaN, isWhole: false };
  return (
    <svg className={styles.marks} aria-hidden="true" data-lit={way.request}>
      {marks(way, palette).map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew as a whole
        <SvgTree key={index} node={node} />
      ))}
    </svg>
  );
}
