/**
 * The metrics of the summary table as a table for files: not rounded, with the half-widths of their 95 %
 * intervals.
 */
import type { Cell, Table } from '../../charts/chart.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import { nameOf, type ResourceName } from '../../model/explain/shared-cores.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { hasValue, verdictOf } from './difference.ts';
import { isComparable, ROW_GROUPS, type Row, type RowId, rowsFor } from './rows.ts';

export interface FiguresSide {
  readonly id: SideName;
  readonly summary: RunResult | undefined;
}

export interface FiguresWords {
  readonly caption: string;
  readonly quantity: string;
  readonly unit: string;
  readonly difference: string;
  readonly half: (side: string) => string;
  readonly row: (id: RowId) => string;
  /** Label of a resource's busy share. */
  readonly share: (row: string) => string;
  readonly resource: (name: ResourceName) => string;
}

const UNITS = { rate: '1/s', time: 'ns', share: 'share', number: 'number', text: '' } as const;

/** One row per metric; the unit has a column, since it differs by row. */
export function figuresTable(sides: readonly FiguresSide[], words: FiguresWords): Table {
  const text = (title: string) => ({ title, unit: 'text' }) as const;
  const isCompared = sides.length > 1;
  return {
    caption: words.caption,
    columns: [
      text(words.quantity),
      text(words.unit),
      ...sides.flatMap(({ id }) => [text(id.toUpperCase()), text(words.half(id.toUpperCase()))]),
      ...(isCompared ? [text(words.difference)] : []),
    ],
    rows: ROW_GROUPS.flatMap(({ rows }) => rowsFor(rows, sides)).flatMap((row) => rowsOf(row, sides, words)),
  };
}

function resourceOf(summary: RunResult | undefined, words: FiguresWords): string | undefined {
  return summary?.busiest && words.resource(nameOf(summary, summary.busiest.resource));
}

function rowsOf(row: Row, sides: readonly FiguresSide[], words: FiguresWords): Cell[][] {
  const label = words.row(row.id);
  const figures = sides.map(({ summary }) => summary && row.read(summary));
  const difference = (values: readonly (number | undefined)[]): Cell[] => {
    const [from, to] = values;
    if (values.length < 2) return [];
    const isKnown = from !== undefined && to !== undefined;
    return [isKnown && (row.unit === 'text' || isComparable(row, sides)) ? to - from : undefined];
  };
  const values = figures.map((figure) => figure?.value);
  const [from, to] = figures;
  const isOpen = hasValue(from) && hasValue(to) && verdictOf(from, to) !== 'exact';
  if (row.unit !== 'text')
    return [
      [
        label,
        UNITS[row.unit],
        ...figures.flatMap((figure): Cell[] => [
          // A lower bound keeps its sign in files.
          figure?.isAtLeast ? `≥${figure.value}` : figure?.value,
          figure?.half,
        ]),
        ...(isOpen ? [undefined] : difference(values)),
      ],
    ];
  const named = sides.flatMap(({ summary }, index): Cell[] => [
    (row.id === 'bottleneck' && resourceOf(summary, words)) || figures[index]?.text,
    undefined,
  ]);
  const names: Cell[] = [label, UNITS.text, ...named, ...(sides.length > 1 ? [undefined] : [])];
  if (values.every((value) => value === undefined)) return [names];
  return [
    names,
    [
      words.share(label),
      UNITS.share,
      ...values.flatMap((value): Cell[] => [value, undefined]),
      ...difference(values),
    ],
  ];
}
