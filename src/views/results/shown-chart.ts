import type { ChartSpec } from '../../charts/chart.ts';
import type { ShownChart } from './ChartFigure.tsx';

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
