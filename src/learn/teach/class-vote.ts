/** The vote of a class through the bridge: the teacher's page opens it and counts, a student's page sends. */
import type { Bridge } from '../../bridge/client.ts';
import { type Ballot, VOTE_PATH, type VoteNotice, type VoteReply } from '../../bridge/protocol.ts';
import { openedBridge } from '../../live/live.ts';
import type { ProblemCode } from '../../model/scenario/problem.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import { learn } from '../lesson/learn-state.ts';
import type { BeatKind } from '../lessons/beats.ts';
import type { Given } from '../lessons/grade.ts';
import { isAnswerTo, voteName, voteNamed } from '../lessons/votes.ts';
import { teach } from './teach-state.ts';
import { type RoundNumber, takeAnswer } from './teach-votes.ts';
import { lessonAddress, studentAddress } from './teach-windows.ts';

/** Storage key of this browser's voter name, which is random. */

const STORAGE_KEY = 'roundtrip.voter';

let voterId: string | undefined;

/** The same each time, so that an answer that is read twice counts once. */
export function voterName(): string {
  voterId ??= readKept(STORAGE_KEY) ?? undefined;
  if (voterId === undefined) {
    const [number = 0, other = 0] = crypto.getRandomValues(new Uint32Array(2));
    voterId = number.toString(36) + other.toString(36);
    keep(STORAGE_KEY, voterId);
  }
  return voterId;
}

/** The open round by beat; at other beats no answer is accepted. */
const ROUNDS: Partial<Record<BeatKind, RoundNumber>> = { question: 0, first: 0, again: 1, second: 1 };

const roundNow = (): RoundNumber | null => ROUNDS[teach.getState().place.kind] ?? null;

/** Ends the vote that this window has opened. */
let end: (() => void) | undefined;
const listening = new WeakSet<Bridge>();

/**
 * Opens a vote on the current lesson; it follows the beats.
 * @returns whether it is open
 */
export async function openVote(): Promise<boolean> {
  const { id } = teach.getState();
  const bridge = openedBridge()?.bridge;
  if (!bridge || id === undefined) return false;
  if (!listening.has(bridge)) {
    listening.add(bridge);
    bridge.onVote(acceptAnswer);
    bridge.onClose(() => closeVote());
  }
  let currentRound = roundNow();
  const sendRound = () => bridge.ask('openVote', { lesson: id, round: currentRound });
  try {
    const { code, origins } = await sendRound();
    if (teach.getState().id !== id) return false;
    teach.setState({ vote: { code, origins } });
    const stop = teach.subscribe((state) => {
      // Another lesson, or closed in the other window.
      if (state.id !== id || state.vote === undefined) return closeVote();
      if (roundNow() === currentRound) return;
      currentRound = roundNow();
      sendRound().catch(closeVote);
    });
    end = () => {
      stop();
      bridge.ask('closeVote', {}).catch(() => undefined);
    };
    return true;
  } catch {
    return false;
  }
}

/** Closes the vote, whichever window opened it. */
export function closeVote(): void {
  const ending = end;
  end = undefined;
  ending?.();
  if (teach.getState().vote !== undefined) teach.setState({ vote: undefined });
}

/** Counts an answer if it fits the question; senders do not know the question, so any value may arrive. */
function acceptAnswer(notice: VoteNotice): void {
  if (notice.event === 'voteEnded') {
    closeVote();
    return;
  }
  const question = learn.getState().lesson?.predict;
  const { lesson, round, voter, given } = notice;
  if (lesson !== teach.getState().id || !question || !isAnswerTo(question, given)) return;
  takeAnswer(round, { voter, given });
}

/**
 * The students' address: in the local network if the bridge serves it, else on this machine. Short enough to
 * type: `http://192.168.1.7:4180/#/learn/3-ABCDE`.
 */
export function voteAddress(
  id: string,
  { code, origins: [origin] }: { readonly code: string; readonly origins: readonly string[] },
): string {
  const name = voteName(id, code);
  return name === undefined
    ? `${studentAddress(id, origin)}&class=${code}`
    : lessonAddress(name, undefined, origin === undefined ? undefined : `${origin}/`);
}

/** The fragment of the lesson for a vote's short address; undefined for an invalid one. */
export function voteHash(name: string): string | undefined {
  const vote = voteNamed(name);
  return vote && `#/learn/${vote.id}?stop=predict&class=${vote.code}`;
}

/** The code in a student's link; undefined without a vote. */
export const classCode = (): string | undefined => /[?&]class=(\w*)/.exec(location.hash)?.[1];

/** The result of sending an answer. */
export type Sent = { readonly round: RoundNumber } | { readonly refused: ProblemCode };

/** Sends a student's answer to the teacher's machine. */
export async function sendVote(code: string, lesson: string, given: Given): Promise<Sent> {
  const ballot: Ballot = { code, lesson, voter: voterName(), given };
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(VOTE_PATH, { method: 'POST', headers, body: JSON.stringify(ballot) });
    return (await response.json()) as VoteReply;
  } catch {
    return { refused: 'VOTE-07' };
  }
}
