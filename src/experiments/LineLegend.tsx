import { useTranslations } from 'use-intl';
import { seriesMark, seriesStroke } from '../charts/series-style.ts';
import { svg } from '../charts/svg.ts';
import { SvgTree } from '../lab/results/SvgTree.tsx';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import type { Hidden } from '../ui/hidden-lines.ts';
import { ShownLegend } from '../ui/ShownLegend.tsx';

export interface LineLegendProps {
  readonly names: readonly string[];
  readonly hidden: Hidden;
  readonly onHidden: (hidden: Hidden) => void;
}

const WIDTH = 30;
const HEIGHT = 12;

/** The lines of the drawings below, each of which can be hidden or shown alone. */
export function LineLegend({ names, hidden, onHidden }: LineLegendProps) {
  const t = useTranslations('experiments.legend');
  const palette = paletteOf(useTheme());
  if (names.length < 2) return null;
  const sample = (line: number) =>
    svg(
      'svg',
      { width: WIDTH, height: HEIGHT },
      svg('line', { ...seriesStroke(line, palette), x1: 1, x2: WIDTH - 1, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      seriesMark(line, WIDTH / 2, HEIGHT / 2, palette),
    );
  const entries = names.map((name, line) => ({ name, sample: <SvgTree node={sample(line)} /> }));
  return <ShownLegend label={t('label')} hint={t('hint')} {...{ entries, hidden, onHidden }} />;
}
