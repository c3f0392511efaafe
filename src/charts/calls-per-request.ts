/** What one request costs in system calls, by who makes them, and in context switches, by machine. */
import type { Activity, HostRole, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
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
  readonly sentence: (
    facts: Record<'side' | 'calls' | 'switches' | 'first' | 'firstCalls', string>,
  ) => string;
  readonly empty: string;
}

/** Rows in the order in which they are most: every call that either side makes, then the switches. */
export function callPairs(data: CallsData, words: CallsWords): Pair[] {
  const calls = new Map<string, { owner: ThreadClass; syscall: Activity; most: number }>();
  for (const { syscalls } of data)
    for (const { class: owner, syscall, perRequest } of syscalls) {
      const key = `${owner} ${syscall}`;
      const most = Math.max(perRequest ?? 0, calls.get(key)?.most ?? 0);
      if (most > 0) calls.set(key, { owner, syscall, most });
    }
  const rows = [...calls.values()].sort((one, other) => other.most - one.most);
  return [
    ...rows.map(({ owner, syscall }) => ({
      label: words.call(owner, syscall),
      values: data.map(({ id, syscalls }) => ({
        side: id,
        value: syscalls.find((call) => call.class === owner && call.syscall === syscall)?.perRequest ?? 0,
      })),
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
  const sentences = data.map(({ id, syscalls, hosts }) => {
    const [first] = [...syscalls].sort((one, other) => (other.perRequest ?? 0) - (one.perRequest ?? 0));
    const sum = (values: readonly (number | null)[]) =>
      values.reduce<number>((all, value) => all + (value ?? 0), 0);
    return words.sentence({
      side: id.toUpperCase(),
      calls: words.number(sum(syscalls.map(({ perRequest }) => perRequest))),
      switches: words.number(sum(hosts.map(({ switchesPerRequest }) => switchesPerRequest))),
      first: first ? words.call(first.class, first.syscall) : '',
      firstCalls: words.number(first?.perRequest ?? 0),
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
