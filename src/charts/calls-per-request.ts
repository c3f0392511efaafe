/** System calls per request by process, and context switches per request by machine. */
import type { Activity, HostRole, Summary, ThreadClass } from '../model/scenario/generated/summary.ts';
import type { SideName } from '../model/scenario/problem.ts';
import type { ChartSpec } from './chart.ts';
import { type Pair, type PairWords, pairedBars } from './paired-bars.ts';
import { prose } from './prose.ts';

export interface CallsSide {
  readonly id: SideName;
  readonly syscalls: Summary['syscalls'];
  readonly hosts: Summary['hosts'];
}

export type CallsData = readonly CallsSide[];

export interface CallsWords extends PairWords {
  readonly call: (owner: ThreadClass, syscall: Activity) => string;
  readonly switches: (host: HostRole) => string;
  readonly tableCaption: string;
  readonly tableWhat: string;
  /** Joins names. */
  readonly list: (names: readonly string[]) => string;
  readonly sentence: (
    facts: Record<'side' | 'calls' | 'switches' | 'first' | 'firstCalls', string> & {
      /** Number of calls named as the most frequent. */
      readonly count: number;
    },
  ) => string;
  readonly noAnswers: (side: string) => string;
  readonly empty: string;
}

/** Without completed requests there is no rate per request. */
const hasAnswers = ({ hosts }: CallsSide): boolean =>
  hosts.every(({ switchesPerRequest }) => switchesPerRequest !== null);

/** Every call of either side, the most frequent first, then the switches. */
export function callPairs(data: CallsData, words: CallsWords): Pair[] {
  const calls = new Map<string, { owner: ThreadClass; syscall: Activity; most: number }>();
  for (const { syscalls } of data)
    for (const { class: owner, syscall, perRequest } of syscalls) {
      const key = `${owner} ${syscall}`;
      const max = Math.max(perRequest ?? 0, calls.get(key)?.most ?? 0);
      if (max > 0) calls.set(key, { owner, syscall, most: max });
    }
  const rows = [...calls.values()].sort((a, b) => b.most - a.most);
  return [
    ...rows.map(({ owner, syscall }) => ({
      label: words.call(owner, syscall),
      values: data.map((side) => {
        const callStats = side.syscalls.find((call) => call.class === owner && call.syscall === syscall);
        return { side: side.id, value: hasAnswers(side) ? (callStats?.perRequest ?? 0) : undefined };
      }),
    })),
    ...(['client', 'server'] as const)
      .filter((role) => data.some(({ hosts }) => hosts.some(({ host }) => host === role)))
      .map((role) => ({
        label: words.switches(role),
        values: data.map(({ id, hosts }) => ({
          side: id,
          value: hosts.find(({ host }) => host === role)?.switchesPerRequest ?? undefined,
        })),
      })),
  ];
}

function describe(data: CallsData, words: CallsWords): string {
  const sentences = data.map((side) => {
    const { id, syscalls, hosts } = side;
    if (!hasAnswers(side)) return words.noAnswers(id.toUpperCase());
    const firstCalls = words.number(Math.max(0, ...syscalls.map(({ perRequest }) => perRequest ?? 0)));
    // Calls that round to the same number share first place: the difference is noise.
    const firsts = syscalls.filter(({ perRequest }) => words.number(perRequest ?? 0) === firstCalls);
    const sum = (values: readonly (number | null)[]) =>
      values.reduce<number>((all, value) => all + (value ?? 0), 0);
    return words.sentence({
      side: id.toUpperCase(),
      calls: words.number(sum(syscalls.map(({ perRequest }) => perRequest))),
      switches: words.number(sum(hosts.map(({ switchesPerRequest }) => switchesPerRequest))),
      first: words.list(firsts.map(({ class: owner, syscall }) => words.call(owner, syscall))),
      firstCalls,
      count: firsts.length,
    });
  });
  return sentences.length > 0 ? prose(sentences) : words.empty;
}

export const callsPerRequest = {
  id: 'calls-per-request',
  draw: (data, box, palette, words) => pairedBars(callPairs(data, words), box, palette, words),
  describe,
  table: (data, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.tableWhat, unit: 'text' },
      ...data.map(({ id }) => ({ title: id.toUpperCase(), unit: 'number' as const })),
    ],
    rows: callPairs(data, words).map(({ label, values }) => [label, ...values.map(({ value }) => value)]),
  }),
} as const satisfies ChartSpec<CallsData, CallsWords>;
