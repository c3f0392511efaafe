/** What the configuration does not say: at most seven questions, each with a proposal. */
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../model/scenario/patch.ts';
import type { Answers, QuestionId, Setting } from './system.ts';

export interface Question {
  /** Its text, and the key of its answer. */
  readonly id: QuestionId;
  /** The field of the scenario; undefined: the number of client processes. */
  readonly path: string | undefined;
  /** How many of the field's units a typed number counts for: 0.01 for per cent, 1000 for ms in µs. */
  readonly factor?: number;
  /** The question of which it is the second half. */
  readonly askedWith?: QuestionId;
  /** Whether nothing at all is an answer. */
  readonly canBeZero?: boolean;
  /** The choice under which the field exists: the answer selects it. */
  readonly needs?: Readonly<Record<string, Json>>;
}

/** In the order in which they usually matter. */
export const QUESTIONS: readonly Question[] = [
  { id: 'callers', path: 'workload.arrivals.callers' },
  {
    id: 'rate',
    path: 'workload.arrivals.ratePerSec',
    needs: { 'workload.arrivals.kind': 'open' },
  },
  { id: 'rtt', path: 'network.rttUs', canBeZero: true },
  { id: 'replyBytes', path: 'workload.command.replyBytes' },
  { id: 'cores', path: 'client.cores' },
  { id: 'instances', path: undefined },
  { id: 'slowShare', path: 'workload.second.share', factor: 0.01, canBeZero: true },
  {
    id: 'slowTime',
    path: 'workload.second.execUs.value',
    factor: 1000,
    canBeZero: true,
    askedWith: 'slowShare',
  },
];

/** A typical round trip by the place of Redis. */
export interface RttPreset {
  readonly id: 'sameHost' | 'sameRack' | 'sameZone' | 'otherZone' | 'otherRegion';
  readonly rttUs: number;
  readonly source: string;
}

/** The model computes the system calls on both sides: these are the network alone. */
export const RTT_PRESETS: readonly RttPreset[] = [
  { id: 'sameHost', rttUs: 0, source: 'wasm/model/network.md' },
  { id: 'sameRack', rttUs: 100, source: 'assumed' },
  { id: 'sameZone', rttUs: 250, source: 'https://www.xkyle.com/Measuring-AWS-Region-and-AZ-Latency/' },
  {
    id: 'otherZone',
    rttUs: 1000,
    source:
      'https://www.flashgrid.io/news/latencies-between-aws-availability-zones-what-are-they-and-how-to-minimize-them/',
  },
  {
    id: 'otherRegion',
    rttUs: 70_000,
    source: 'https://acomputerscientistlearnsaws.blogspot.com/2017/04/aws-regions.html',
  },
];

export interface OpenQuestion extends Question {
  /** The answer, else the proposal; undefined where an empty answer has a meaning. */
  readonly value: number | undefined;
  readonly isAnswered: boolean;
}

/** Questions whose answer was not read, with the present value of each. */
export function openQuestions(
  scenario: Scenario,
  settings: readonly Setting[],
  answers: Answers,
  instances: number | undefined,
): readonly OpenQuestion[] {
  return QUESTIONS.flatMap((question): readonly OpenQuestion[] => {
    const { id, path } = question;
    const isRead = settings.some(({ path: own, origin }) => own === path && origin.from === 'line');
    if (isRead || (path === undefined && instances !== undefined)) return [];
    const answer = answers[id];
    const present = path === undefined ? undefined : getAt(scenario, path);
    const value = answer ?? present;
    return [
      {
        ...question,
        value: typeof value === 'number' ? value : undefined,
        isAnswered: answer !== undefined,
      },
    ];
  });
}

/** The answers as settings of the scenario, with the choices that they need. */
export function answerSettings(answers: Answers): readonly Setting[] {
  return QUESTIONS.flatMap(({ id, path, needs }): readonly Setting[] => {
    const value = answers[id];
    if (value === undefined || path === undefined) return [];
    const origin = { from: 'answer', question: id } as const;
    const choices = Object.entries(needs ?? {}).map(([own, choice]) => ({
      path: own,
      value: choice,
      origin,
    }));
    return [...choices, { path, value, origin }];
  });
}
