/** What the configuration does not say: at most seven questions, each with a proposal. */
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../model/scenario/patch.ts';
import type { Proposals } from './proposals.ts';
import type { Answers, Origin, QuestionId, Setting } from './system.ts';

export interface Question {
  /** Its text, and the key of its answer. */
  readonly id: QuestionId;
  /** The field of the scenario; undefined: the number of client processes. */
  readonly path: string | undefined;
  /** The unit of a number without one, where it is not that of the field. */
  readonly shown?: string;
  /** The question of which it is the second half. */
  readonly askedWith?: QuestionId;
  /** Whether nothing at all is an answer. */
  readonly canBeZero?: boolean;
  /** The choice under which the field exists: an answer other than 0 selects it. */
  readonly needs?: Readonly<Record<string, Json>>;
}

/** In the order in which they usually matter. */
export const QUESTIONS: readonly Question[] = [
  { id: 'callers', path: 'workload.arrivals.callers' },
  {
    id: 'rate',
    path: 'workload.arrivals.ratePerSec',
    canBeZero: true,
    needs: { 'workload.arrivals.kind': 'open' },
  },
  { id: 'rtt', path: 'network.rttUs', canBeZero: true },
  { id: 'replyBytes', path: 'workload.command.replyBytes' },
  { id: 'cores', path: 'client.cores' },
  { id: 'instances', path: undefined },
  { id: 'slowShare', path: 'workload.second.share', shown: '%', canBeZero: true },
  {
    id: 'slowTime',
    path: 'workload.second.execUs.value',
    shown: 'ms',
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
  /** The line that the proposal follows from; absent: it is assumed. */
  readonly basis?: Origin | undefined;
}

/** Questions whose answer was not read, with the present value of each. */
export function openQuestions(
  scenario: Scenario,
  settings: readonly Setting[],
  answers: Answers,
  instances: number | undefined,
  proposals: Proposals = {},
): readonly OpenQuestion[] {
  return QUESTIONS.flatMap((question): readonly OpenQuestion[] => {
    const { id, path } = question;
    const isRead = settings.some(({ path: own, origin }) => own === path && origin.from === 'line');
    if (isRead || (path === undefined && instances !== undefined)) return [];
    const answer = answers[id];
    const proposal = proposals[id];
    const present = path === undefined ? proposal?.value : getAt(scenario, path);
    const value = answer ?? present;
    return [
      {
        ...question,
        value: typeof value === 'number' ? value : undefined,
        isAnswered: answer !== undefined,
        ...(answer === undefined && proposal && { basis: proposal.basis }),
      },
    ];
  });
}

/** The answers, and the proposals that no answer replaces, as settings of the scenario with the choices that they need. */
export function answerSettings(answers: Answers, proposals: Proposals = {}): readonly Setting[] {
  return QUESTIONS.flatMap(({ id, path, needs }): readonly Setting[] => {
    const [answer, proposal] = [answers[id], proposals[id]];
    const value = answer ?? proposal?.value;
    if (value === undefined || path === undefined || (needs && value === 0)) return [];
    const origin: Origin =
      answer !== undefined || !proposal
        ? { from: 'answer', question: id }
        : { from: 'proposal', question: id, basis: proposal.basis };
    const choices = Object.entries(needs ?? {}).map(([own, choice]) => ({
      path: own,
      value: choice,
      origin,
    }));
    return [...choices, { path, value, origin }];
  });
}
