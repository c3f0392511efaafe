import { type ResponsePoint, responsePoints } from '../../charts/response-points.ts';
import type { SvgNode } from '../../charts/svg.ts';
import { type Palette, paletteOf } from '../../lib/palette.ts';
import type { ResponsePlace } from '../../lib/response-place.ts';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import crosshair from '../results/Crosshair.module.css';
import { SvgTree } from '../results/SvgTree.tsx';
import lit from '../shared/HighlightMarks.module.css';
import { useTheme } from '../shared/use-media.ts';

interface ResponseMarksProps {
  /** The chart's own id: what is pointed at there, it shows itself. */
  readonly id: string;
  readonly sides: Parameters<typeof responsePoints>[0];
  readonly marks: (points: readonly ResponsePoint[], palette: Palette) => readonly SvgNode[];
  readonly reading: (place: ResponsePlace) => string;
}

/** The response time or the percentile that is pointed at elsewhere, above a drawing, which is not drawn anew for it, and in words. */
export function ResponseMarks({ id, sides, marks, reading }: ResponseMarksProps) {
  const response = useStore(focus, (state) => state.response);
  const palette = paletteOf(useTheme());
  if (!response || response.on === id) return null;
  return (
    <>
      <svg className={lit.marks} aria-hidden="true" data-response="">
        {marks(responsePoints(sides, response.place), palette).map((node, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew as a whole
          <SvgTree key={index} node={node} />
        ))}
      </svg>
      <p className={crosshair.reading}>{reading(response.place)}</p>
    </>
  );
}
