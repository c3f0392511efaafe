import type { ReactNode } from 'react';
import type { ChartSpec } from '../../charts/chart.ts';
import type { Provenance } from '../../charts/export.ts';
import { KEY_LINES, type KeyEntry, withKey } from '../../charts/pattern-key.ts';
import { paletteOf } from '../../lib/palette.ts';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import { useTheme } from '../shared/use-media.ts';
import styles from './SpecFigure.module.css';

/** Minimum height of curves in a file, lines; charts with many rows are higher. */
const FILE_LINES = 30;

export interface SpecFigureProps<Data, Words> {
  readonly spec: ChartSpec<Data, Words>;
  readonly title: string;
  readonly data: Data;
  readonly words: Words;
  /** Height of the drawing in lines of text. */
  readonly lines: number;
  /** Source of the numbers, if it is not the Lab; by title and description. */
  readonly provenance?: (title: string, caption: string) => Promise<Provenance>;
  /** Whether it shows metrics of the runs, which follow the selection. */
  readonly isOfFigures?: boolean;
  readonly controls?: ReactNode;
  /** Legend of patterns, for a file: on the page it is below the drawing. */
  readonly patterns?: readonly KeyEntry[];
  /** Content below the drawing: the legend of colours. */
  readonly children?: ReactNode;
}

/** A chart without interaction: drawing, table, sentences. */
export function SpecFigure<Data, Words>(props: SpecFigureProps<Data, Words>) {
  const { spec, title, data, words, lines, provenance, isOfFigures = false, controls } = props;
  const { patterns = [], children } = props;
  const palette = paletteOf(useTheme());
  const chart = shownChart(spec, title, data, words);
  const { ref, width, height, fontSize } = useSize();
  return (
    <ChartFigure
      chart={{
        ...chart,
        isOfFigures,
        ...(patterns.length > 0 && {
          draw: (box, colours) => withKey(patterns, box, colours, (inner) => chart.draw(inner, colours)),
        }),
        lines: Math.max(FILE_LINES, lines + (patterns.length > 0 ? KEY_LINES : 0)),
        provenance: provenance && (() => provenance(title, chart.description)),
      }}
      controls={controls}
    >
      <div ref={ref} className={styles.drawing} style={{ blockSize: `${lines}em` }} aria-hidden="true">
        {width > 0 && <SvgTree node={spec.draw(data, { width, height, fontSize }, palette, words)} />}
      </div>
      {children}
    </ChartFigure>
  );
}
