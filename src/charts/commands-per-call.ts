/** Commands or replies per system call: the work that pipelining and batching save. */
import type { Batching } from '../model/scenario/generated/summary.ts';
import type { SideName } from '../model/scenario/problem.ts';
import type { ChartSpec } from './chart.ts';
import { type Pair, type PairWords, pairedBars } from './paired-bars.ts';
import { prose } from './prose.ts';

/** In the order of a request's path. */
const CALLS = [
  'commandsPerClientWrite',
  'commandsPerServerRead',
  'commandsPerServerTurn',
  'repliesPerServerWrite',
  'repliesPerClientRead',
] as const satisfies readonly (keyof Batching)[];

export type BatchName = (typeof CALLS)[number];
export type BatchingData = readonly { readonly id: SideName; readonly batching: Batching }[];

export interface BatchingWords extends PairWords {
  readonly call: (name: BatchName) => string;
  readonly tableCaption: string;
  readonly tableCall: string;
  readonly sentence: (facts: Record<'side' | 'write' | 'read', string>) => string;
  readonly unknown: string;
  readonly empty: string;
}

export const batchPairs = (data: BatchingData, words: BatchingWords): Pair[] =>
  CALLS.map((name) => ({
    label: words.call(name),
    values: data.map(({ id, batching }) => ({ side: id, value: batching[name] ?? undefined })),
  }));

export const commandsPerCall = {
  id: 'commands-per-call',
  draw: (data, box, palette, words) => pairedBars(batchPairs(data, words), box, palette, words),
  describe: (data, words) => {
    const text = (value: number | null) => (value === null ? words.unknown : words.number(value));
    const sentences = data.map(({ id, batching }) =>
      words.sentence({
        side: id.toUpperCase(),
        write: text(batching.commandsPerClientWrite),
        read: text(batching.commandsPerServerRead),
      }),
    );
    return sentences.length > 0 ? prose(sentences) : words.empty;
  },
  table: (data, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.tableCall, unit: 'text' },
      ...data.map(({ id }) => ({ title: id.toUpperCase(), unit: 'number' as const })),
    ],
    rows: batchPairs(data, words).map(({ label, values }) => [label, ...values.map(({ value }) => value)]),
  }),
} as const satisfies ChartSpec<BatchingData, BatchingWords>;
