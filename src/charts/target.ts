/**
 * The target response time (service level objective) on charts: a line, and the share of requests that meet
 * it.
 */
import type { Palette } from '../lib/palette.ts';
import { halo, textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { type Bucket, shareWithin } from './quantiles.ts';
import type { SvgNode } from './svg.ts';

export interface TargetWords {
  /** "Target 5 ms". */
  readonly label: (target: string) => string;
  /** Share of requests within the target, with enough digits to differ from 100 %. */
  readonly within: (share: number) => string;
  /** "A: 99.2% of the answers within the target of 5 ms." */
  readonly sentence: (facts: Record<'side' | 'within' | 'target', string>) => string;
}

/** The sentences of all sides in one text; empty without a target. */
export function targetSentences<Id>(
  sides: readonly { readonly id: Id; readonly buckets: readonly Bucket[] }[],
  targetNs: number | undefined,
  words: {
    readonly side: (id: Id) => string;
    readonly duration: (ns: number) => string;
    readonly target: TargetWords;
  },
): string {
  if (targetNs === undefined) return '';
  return prose(
    sides
      .filter(({ buckets }) => buckets.length > 0)
      .map(({ id, buckets }) =>
        words.target.sentence({
          side: words.side(id),
          within: words.target.within(shareWithin(buckets, targetNs)),
          target: words.duration(targetNs),
        }),
      ),
  );
}

/** The label of the target line. */
export const targetName = (
  text: string,
  { x, y, textAnchor }: { readonly x: number; readonly y: number; readonly textAnchor: 'start' | 'end' },
  fontSize: number,
  palette: Palette,
): SvgNode =>
  textAt(text, x, y, { fontSize, fontWeight: 600, textAnchor, fill: palette.ink, ...halo(palette) });

/** The style of the target line. */
export const targetStroke = ({ ink }: Palette) =>
  ({ stroke: ink, strokeWidth: 1.5, strokeDasharray: '2 3' }) as const;
