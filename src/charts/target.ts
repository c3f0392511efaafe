/** The response time that is aimed at (service level objective), on charts of response times: a line, and who keeps it. */
import type { Palette } from '../lib/palette.ts';
import { halo } from './marks/halo.ts';
import { prose } from './prose.ts';
import { type Bucket, shareWithin } from './quantiles.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface TargetWords {
  /** "Target 5 ms". */
  readonly label: (target: string) => string;
  /** Share of the answers within the target: as many digits as it takes to tell it from all. */
  readonly within: (share: number) => string;
  /** "A: 99.2% of the answers within the target of 5 ms." */
  readonly sentence: (facts: Record<'side' | 'within' | 'target', string>) => string;
}

/** What is said of each side, in one text; empty without a target. */
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

export interface Line {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Where the line's name stands. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly textAnchor: 'start' | 'end';
}

/** The line itself with its name. */
export function targetLine(
  { x1, y1, x2, y2 }: Line,
  text: string,
  { x, y, textAnchor }: LabelPlace,
  fontSize: number,
  palette: Palette,
): SvgNode {
  return svg(
    'g',
    {},
    svg('line', {
      x1: px(x1),
      y1: px(y1),
      x2: px(x2),
      y2: px(y2),
      stroke: palette.ink,
      strokeWidth: 1.5,
      strokeDasharray: '2 3',
    }),
    svg(
      'text',
      {
        ...{ x: px(x), y: px(y), fontSize: px(fontSize), fontWeight: 600, textAnchor, fill: palette.ink },
        ...halo(palette),
      },
      text,
    ),
  );
}
