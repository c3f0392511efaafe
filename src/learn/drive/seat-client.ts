/** A student's page asks the teacher's machine once a second, sends changes, and keeps trying when nothing answers. */
import { createStore } from 'zustand/vanilla';
import { DRIVE_PATH, type DriveCode, type DriveRequest } from '../../bridge/protocol.ts';
import type { ProblemCode } from '../../model/scenario/problem.ts';
import { readSeat, type SeatView } from './board.ts';

/** Wall time between two questions, and between two changes, ms. */
const ASK_MS = 1_000;
const CHANGE_MS = 250;

export interface SeatState {
  /** The last answer. */
  readonly view: SeatView | undefined;
  readonly problem: ProblemCode | undefined;
  /** The share on this page: ahead of the answer while a change is on its way. */
  readonly share: number | undefined;
  /** Whether the newest change has not been answered yet. */
  readonly isSending: boolean;
}

export const seatState = createStore<SeatState>(() => ({
  view: undefined,
  problem: undefined,
  share: undefined,
  isSending: false,
}));

const KEY = 'roundtrip.driver';

/** The random id of this tab; another tab is another student. */
function driverId(): string {
  try {
    const known = sessionStorage.getItem(KEY);
    if (known) return known;
    const made = newId();
    sessionStorage.setItem(KEY, made);
    return made;
  } catch {
    // Without storage a reload is a new student.
    return newId();
  }
}

const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))]
    .map((part) => part.toString(36))
    .join('')
    .slice(0, 24);

/** Joins a room; the returned function leaves it. */
export function joinRoom(code: string): {
  readonly change: (share: number) => void;
  readonly leave: () => void;
} {
  const driver = driverId();
  let isLeft = false;
  /** The newest change that has not been answered. */
  let wanted: number | undefined;
  /** Count of changes that the teacher's page has to have taken until an answer has the newest share. */
  let awaited = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  /** Whether a question with a change follows soon: further changes go with it. */
  let isSoon = false;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!isLeft) timer = setTimeout(() => void ask(), ms);
  };

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    isSoon = false;
    const value = wanted;
    const reply = await send({ code, driver, ...(value === undefined ? {} : { value }) });
    isAsking = false;
    if (isLeft) return;
    if (typeof reply === 'string') seatState.setState({ problem: reply });
    else takeView(reply, value);
    schedule(wanted === undefined ? ASK_MS : CHANGE_MS);
  }

  function takeView(view: SeatView | undefined, sent: number | undefined): void {
    const own = view?.own;
    if (sent !== undefined) {
      awaited = (own?.taken ?? 0) + 1;
      if (wanted === sent) wanted = undefined;
    }
    const { view: before } = seatState.getState();
    const isOtherPart = own?.part !== before?.own?.part;
    const isAnswered = wanted === undefined && (own?.taken ?? 0) >= awaited;
    seatState.setState({
      view,
      problem: undefined,
      isSending: !isAnswered,
      ...(isAnswered || isOtherPart || view?.board.isFrozen ? { share: own?.share } : {}),
    });
  }

  void ask();
  return {
    change: (share) => {
      wanted = share;
      seatState.setState({ share, isSending: true });
      if (isAsking || isSoon) return;
      isSoon = true;
      schedule(CHANGE_MS);
    },
    leave: () => {
      isLeft = true;
      clearTimeout(timer);
      seatState.setState(seatState.getInitialState(), true);
    },
  };
}

/** The answer, or why there is none. Before the teacher's page has published, it is empty. */
async function send(request: DriveRequest): Promise<SeatView | undefined | ProblemCode> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(DRIVE_PATH, { method: 'POST', headers, body: JSON.stringify(request) });
    const reply = (await response.json()) as { refused?: DriveCode };
    return reply.refused ?? readSeat(reply);
  } catch {
    return 'DRV-07';
  }
}
