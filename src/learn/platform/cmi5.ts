/** cmi5: a platform starts the page with the address of its xAPI store in the query, and takes statements over HTTP. */
import Cmi5 from '@xapi/cmi5';

import { type GivenAnswer, responseText } from './outcome.ts';
import { type Platform, PlatformError } from './platform.ts';

/** Name of the learner's progress in the platform's state store. */
const STATE_ID = 'roundtrip-progress';

/**
 * Begins a visit.
 * @param lesson id of the lesson
 * @throws PlatformError when the address has no launch data, or the platform refuses
 */
export async function openCmi5(lesson: string): Promise<Platform> {
  if (!Cmi5.isCmiAvailable) throw new PlatformError('no launch data in the address');
  const cmi5 = new Cmi5();
  await begin(cmi5);
  const { xapi } = cmi5;
  const { actor: agent, activityId, registration } = cmi5.getLaunchParameters();
  const place = { agent, activityId, registration, stateId: STATE_ID };
  const sent = new Map<string, unknown>();
  const isNew = (key: string, value: unknown): boolean => sent.get(key) !== value;
  /** Statements are sent one after another: "passed" may not arrive before "initialized". */
  let last: Promise<unknown> = Promise.resolve();
  const send = (statement: () => Promise<unknown>): Promise<unknown> => {
    last = last.then(statement);
    return last;
  };

  async function sendAnswer({ question, given, isRight, kind }: GivenAnswer): Promise<void> {
    const response = responseText(given);
    const type = typeof given === 'number' ? 'numeric' : kind === 'choice' ? 'choice' : 'other';
    await cmi5.interaction(
      lesson,
      question,
      response,
      { type: 'http://adlnet.gov/expapi/activities/cmi.interaction', interactionType: type } as never,
      isRight ?? undefined,
    );
  }

  return {
    kept: await keptState(),
    learner: JSON.stringify(agent ?? ''),
    report: async (outcome, kept) => {
      try {
        for (const answer of outcome.answers) {
          const key = `answer ${answer.question}`;
          const value = responseText(answer.given);
          if (!isNew(key, value)) continue;
          await send(() => sendAnswer(answer));
          sent.set(key, value);
        }
        if (isNew('kept', kept)) {
          await send(async () => xapi?.setState({ ...place, state: { kept } as never }));
          sent.set('kept', kept);
        }
        const { isPassed, score } = outcome;
        // The standard allows each of these statements once a registration; a platform may know them from an earlier visit.
        if (outcome.isComplete && isNew('complete', true)) {
          await send(() => cmi5.complete());
          sent.set('complete', true);
        }
        if (isPassed !== undefined && sent.get('passed') !== true && isNew('passed', isPassed)) {
          await send(() => (isPassed ? cmi5.pass(score) : cmi5.fail(score)));
          sent.set('passed', isPassed);
        }
      } catch (error) {
        throw new PlatformError(error instanceof Error ? error.message : String(error));
      }
    },
    leave: () => {
      void send(() => cmi5.terminate());
    },
  };

  /** A platform answers 404 as long as there is none. */
  async function keptState(): Promise<string | null> {
    try {
      const { data } = (await xapi?.getState(place)) ?? {};
      const kept = (data as { kept?: unknown } | undefined)?.kept;
      return typeof kept === 'string' ? kept : null;
    } catch {
      return null;
    }
  }
}

async function begin(cmi5: Cmi5): Promise<void> {
  try {
    await cmi5.initialize();
  } catch (error) {
    throw new PlatformError(error instanceof Error ? error.message : String(error));
  }
}
