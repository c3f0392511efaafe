/** Questions on values that the configuration does not state: at most seven, each with a proposal. */
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
  /** What is proposed where neither a text nor the scenario has a value. */
  readonly otherwise?: number;
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
    otherwise: 0,
    needs: { 'workload.arrivals.kind': 'open' },
  },
  { id: 'rtt', path: 'network.rttUs', canBeZero: true },
  { id: 'replyBytes', path: 'workload.command.replyBytes' },
  { id: 'cores', path: 'client.cores' },
  { id: 'instances', path: undefined, otherwise: 1 },
  { id: 'slowShare', path: 'workload.second.share', shown: '%', canBeZero: true },
  {
    id: 'slowTime',
    path: 'workload.second.execUs.value',
    shown: 'ms',
    canBeZero: true,
    askedWith: 'slowShare',
    otherwise: 10_000,
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
  /** The answer, else the proposal. */
  readonly value: number;
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
    const { id, path, otherwise = 0 } = question;
    const isRead = settings.some(({ path: own, origin }) => own === path && origin.from === 'line');
    if (isRead || (path === undefined && instances !== undefined)) return [];
    const answer = answers[id];
    const proposal = proposals[id];
    const present = path === undefined ? proposal?.value : getAt(scenario, path);
    const value = answer ?? present;
    return [
      {
        ...question,
        value: typeof value === 'number' ? value : otherwise,
        isAnswered: answer !== undefined,
        ...(answer === undefined && proposal && { basis: proposal.basis }),
      },
    ];
  });
}

/** Most questions that are asked at once, those about the reading of the text included. */
const MOST_QUESTIONS = 7;

export interface Asked<Choice> {
  readonly choices: readonly Choice[];
  /** A question with its second half, if that has an effect. */
  readonly questions: readonly (readonly OpenQuestion[])[];
}

/** What is asked at once, and the further proposals. Values without a proposal come first: nothing runs without them. */
export function askedAtOnce<Choice extends { readonly value: string | null }>(
  choices: readonly Choice[],
  open: readonly OpenQuestion[],
): { readonly first: Asked<Choice>; readonly further: Asked<Choice> } {
  const urgent = [...choices].sort((a, b) => Number(a.value !== null) - Number(b.value !== null));
  const groups = open
    .filter(({ askedWith }) => askedWith === undefined)
    .map((question) => {
      const second = question.value > 0 ? open.filter(({ askedWith }) => askedWith === question.id) : [];
      return [question, ...second];
    });
  const room = Math.max(0, MOST_QUESTIONS - choices.length);
  return {
    first: { choices: urgent.slice(0, MOST_QUESTIONS), questions: groups.slice(0, room) },
    further: { choices: urgent.slice(MOST_QUESTIONS), questions: groups.slice(room) },
  };
}

/** The answers, and the proposals that no answer replaces, as settings of the scenario with the choices that they need. */
export function answerSettings(answers: Answers, proposals: Proposals = {}): readonly Setting[] {
  const given = (id: QuestionId) => answers[id] ?? proposals[id]?.value;
  return QUESTIONS.flatMap(({ id, path, needs, askedWith, otherwise }): readonly Setting[] => {
    // The second half of a question has no value of its own in the scenario until the first one has.
    const assumed = askedWith !== undefined && Number(given(askedWith) ?? 0) > 0 ? otherwise : undefined;
    const value = given(id) ?? assumed;
    if (value === undefined || path === undefined || (needs && value === 0)) return [];
    const { basis } = proposals[id] ?? {};
    const origin: Origin =
      answers[id] !== undefined
        ? { from: 'answer', question: id }
        : { from: 'proposal', question: id, ...(basis && { basis }) };
    const choices = Object.entries(needs ?? {}).map(([own, choice]) => ({
      path: own,
      value: choice,
      origin,
    }));
    return [...choices, { path, value, origin }];
  });
}
