import type { Box, ChartSpec, Table } from '../../charts/chart.ts';
import type { Provenance } from '../../charts/export.ts';
import type { SvgNode } from '../../charts/svg.ts';
import type { Palette } from '../../lib/palette.ts';

/** A chart together with the data and the words it is shown with. */
export const shownChart = <Data, Words>(
  spec: ChartSpec<Data, Words>,
  title: string,
  data: Data,
  words: Words,
): ShownChart => ({
  id: spec.id,
  title,
  description: spec.describe(data, words),
  table: () => spec.table(data, words),
  draw: (box, palette) => spec.draw(data, box, palette, words),
});

/** Numbers on screen with what is said around them, as they are saved. */
export interface ShownTable {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Made only when it is asked for. */
  readonly table: () => Table;
  /** Whether it shows figures of the runs, which are of what is selected while something is. */
  readonly isOfFigures?: boolean;
  /** Where its numbers come from, when that is not what the Lab shows. */
  readonly provenance?: (() => Promise<Provenance>) | undefined;
}

/** A chart with what it shows now: what its frame says around it, and what is saved of it. */
export interface ShownChart extends ShownTable {
  readonly draw: (box: Box, palette: Palette) => SvgNode;
  /** Its size in a file, when it is not that of all charts. */
  readonly box?: Box;
  /** Its height in a file, in lines of its type, when it is that of its rows. */
  readonly lines?: number;
  /** What stands below the drawing on the page, and in a file after the description. */
  readonly note?: string;
}
