import type { Box, ChartSpec, Table } from '../../charts/chart.ts';
import type { Provenance } from '../../charts/export.ts';
import type { SvgNode } from '../../charts/svg.ts';
import type { Palette } from '../../lib/palette.ts';

/** A chart together with its data and texts. */
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

/** Numbers on screen with the surrounding texts, in the form that is saved. */
export interface ShownTable {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Created on demand. */
  readonly table: () => Table;
  /** Whether it shows metrics of the runs, which follow the selection. */
  readonly isOfFigures?: boolean;
  /** Source of its numbers, if it is not the Lab. */
  readonly provenance?: (() => Promise<Provenance>) | undefined;
}

/** A chart with its current content: the texts of its frame, and the content of its files. */
export interface ShownChart extends ShownTable {
  readonly draw: (box: Box, palette: Palette) => SvgNode;
  /** Its size in a file, if not the default. */
  readonly box?: Box;
  /** Its height in a file, in lines of text, if it depends on the rows. */
  readonly lines?: number;
  /** Text below the drawing on the page, and after the description in a file. */
  readonly note?: string;
}
