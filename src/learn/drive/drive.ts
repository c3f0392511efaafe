/** The teacher's actions on a driven system, and what students' changes do. */

import type { Bridge } from '../../bridge/client.ts';
import type { DriveNotice } from '../../bridge/protocol.ts';
import { run } from '../../lab/run/run-state.ts';
import { openedBridge } from '../../live/live.ts';
import { type Board, meets, type Own, shareOfFigures } from './board.ts';
import { type DriveState, drive, NOT_DRIVING } from './drive-state.ts';
import { closeDriven, readFigures, restartAtEnd, showDriven } from './driven-run.ts';
import { type Goal, type Part, type PartId, type SceneId, sceneNamed } from './scene.ts';
import {
  emptySeats,
  handedOut,
  joined,
  left,
  limitOf,
  reset,
  type Seats,
  wholeOf,
  withoutClients,
  withRest,
  withShare,
} from './seats.ts';

/** Least wall time between two changes of the running system, ms: a slider that moves is one change. */
const PAUSE_MS = 500;
/** Changes that the list keeps. */
const MOST_STEPS = 12;

const partsNow = (): readonly Part[] => sceneNamed(drive.getState().scene).parts;

/** Values of all parts. */
export const wholesOf = ({ scene, seats }: Pick<DriveState, 'scene' | 'seats'>): Record<string, number> =>
  Object.fromEntries(sceneNamed(scene).parts.map((part) => [part.id, wholeOf(seats, part)]));

function setSeats(seats: Seats): void {
  drive.setState({ seats: withoutClients(seats, partsNow()) });
  scheduleChange();
}

/** The values that the system on the stage has. */
let applied: string | undefined;
/** The same in numbers, to name what changed. */
let appliedWholes: Readonly<Record<string, number>> = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let isApplying = false;

/** The name of a student on the projector. */
let nameOf: (number: number) => string = String;

const clientsOf = ({ seats }: DriveState) =>
  seats.seats.map(({ number, share }) => ({ name: nameOf(number), callers: share }));

const keyOf = (state: DriveState): string =>
  JSON.stringify([
    state.scene,
    wholesOf(state),
    sceneNamed(state.scene).neighbour === undefined ? [] : clientsOf(state),
  ]);

/** Changes the running system soon; changes in between are one. */
function scheduleChange(): void {
  void publish();
  if (timer !== undefined || isApplying || keyOf(drive.getState()) === applied) return;
  timer = setTimeout(() => {
    timer = undefined;
    void change();
  }, PAUSE_MS);
}

async function change(): Promise<void> {
  const state = drive.getState();
  const isOtherScene = applied === undefined;
  applied = keyOf(state);
  isApplying = true;
  drive.setState({ isStale: true });
  try {
    await showDriven(sceneNamed(state.scene), wholesOf(state), clientsOf(state), isOtherScene);
  } finally {
    isApplying = false;
    scheduleChange();
  }
}

/** Takes the figures of a run that has ended. */
function takeFigures(): void {
  const { a } = run.getState();
  const state = drive.getState();
  if (!a.summary || a.isStale || isApplying || applied === undefined || !state.isStale) return;
  const { figures, clients } = readFigures(a.summary);
  const wholes = wholesOf(state);
  const changes = Object.entries(wholes)
    .filter(([id, to]) => appliedWholes[id] !== to)
    .map(([id, to]) => ({ part: id as PartId, to }));
  appliedWholes = wholes;
  const step = {
    number: (state.steps.at(-1)?.number ?? 0) + 1,
    changes,
    figures,
    isMet: meets(figures, state.goal),
  };
  drive.setState({ figures, clients, isStale: false, steps: [...state.steps, step].slice(-MOST_STEPS) });
  void publish();
}

const listening = new WeakSet<Bridge>();

/** Opens the room. */
export async function openRoom(): Promise<void> {
  const bridge = openedBridge()?.bridge;
  if (!bridge) return;
  if (!listening.has(bridge)) {
    listening.add(bridge);
    bridge.onDrive(take);
    bridge.onClose(() => {
      if (!drive.getState().room) return;
      drive.setState({ room: undefined, problem: { code: 'BR-02', path: '' } });
      takeAllSeats();
    });
  }
  try {
    const before = roomCode.read();
    const room = await bridge.ask('openDrive', before === null ? {} : { code: before });
    roomCode.write(room.code);
    drive.setState({ room, problem: undefined });
    void publish();
  } catch {
    drive.setState({ problem: { code: 'DRV-07', path: '' } });
  }
}

const ROOM_KEY = 'roundtrip.room';

/** The code of this tab's room: the students' pages keep asking with it while the teacher's page or the bridge starts again. */
const roomCode = {
  read: (): string | null => {
    try {
      return sessionStorage.getItem(ROOM_KEY);
    } catch {
      return null;
    }
  },
  write: (code: string | null): void => {
    try {
      if (code === null) sessionStorage.removeItem(ROOM_KEY);
      else sessionStorage.setItem(ROOM_KEY, code);
    } catch {
      // Without storage a room that is opened again has another code.
    }
  },
};

/** Closes the room. */
export function closeRoom(): void {
  roomCode.write(null);
  openedBridge()
    ?.bridge.ask('closeDrive', {})
    .catch(() => undefined);
  drive.setState({ room: undefined });
  takeAllSeats();
}

/** The system stays as it is, with the teacher; who comes back gets the same part. */
function takeAllSeats(): void {
  const { seats } = drive.getState();
  setSeats(seats.seats.reduce((now, { driver }) => left(now, driver), seats));
}

function take(notice: DriveNotice): void {
  const { seats, isFrozen, room, taken } = drive.getState();
  if (!room) return;
  if (notice.event === 'driveEnded') {
    drive.setState({ room: undefined, problem: { code: 'DRV-08', path: '' } });
    return;
  }
  const { driver } = notice;
  if (notice.event === 'driverGone') {
    setSeats(left(seats, driver));
    return;
  }
  const seated = joined(seats, driver, partsNow());
  const isChange = notice.value !== undefined;
  if (isChange) drive.setState({ taken: { ...taken, [driver]: (taken[driver] ?? 0) + 1 } });
  setSeats(
    notice.value === undefined || isFrozen ? seated : withShare(seated, driver, notice.value, partsNow()),
  );
}

/** Sends what the students see. */
async function publish(): Promise<void> {
  const state = drive.getState();
  const bridge = openedBridge()?.bridge;
  if (!bridge || !state.room) return;
  const { parts, neighbour } = sceneNamed(state.scene);
  const board: Board = {
    scene: state.scene,
    parts: parts.map((part) => ({
      id: part.id,
      whole: wholeOf(state.seats, part),
      drivers: state.seats.seats.filter((seat) => seat.part === part.id).map(({ number }) => number),
    })),
    ...{ isFrozen: state.isFrozen, goal: state.goal, figures: state.figures, isStale: state.isStale },
  };
  const ownOf = ({ driver, number, part: id, share }: Seats['seats'][number]): [string, Own][] => {
    const part = parts.find((each) => each.id === id);
    if (!part) return [];
    const figures = neighbour
      ? (state.clients[number] ?? null)
      : shareOfFigures(state.figures, id, share, wholeOf(state.seats, part));
    const limit = limitOf(state.seats, part);
    return [
      [driver, { number, part: id, share, limit, step: part.step, taken: state.taken[driver] ?? 0, figures }],
    ];
  };
  const own = Object.fromEntries(state.seats.seats.flatMap(ownOf));
  await bridge.ask('publishDrive', { board, own }).catch(() => undefined);
}

/** The teacher's rest of a part. */
export function setRest(id: PartId, value: number): void {
  const part = partsNow().find((each) => each.id === id);
  if (part) setSeats(withRest(drive.getState().seats, value, part));
}

export function freeze(isFrozen: boolean): void {
  drive.setState({ isFrozen });
  void publish();
}

/** All parts have their first values again, and the list of changes is empty. */
export function resetDriven(): void {
  drive.setState({ steps: [] });
  appliedWholes = {};
  setSeats(reset(drive.getState().seats, partsNow()));
}

/** Hands out the parts again: everybody gets another one, if there is one. */
export const handOutAgain = (): void => setSeats(handedOut(drive.getState().seats, partsNow()));

export function setGoal(goal: Goal | null): void {
  drive.setState(({ steps }) => ({
    goal,
    steps: steps.map((step) => ({ ...step, isMet: meets(step.figures, goal) })),
  }));
  void publish();
}

/** Another system: everybody gets a part of it. */
export function chooseScene(id: SceneId): void {
  const scene = sceneNamed(id);
  const before = drive.getState();
  applied = undefined;
  appliedWholes = {};
  drive.setState({ scene: id, goal: scene.goal, steps: [], figures: null, clients: {}, isStale: true });
  const drivers = before.seats.seats.map(({ driver }) => driver);
  const numbers = Object.fromEntries(
    Object.entries(before.seats.known).map(([driver, { number }], index) => [
      driver,
      { number, part: (scene.parts[index % scene.parts.length] as Part).id },
    ]),
  );
  setSeats(
    drivers.reduce((seats, driver) => joined(seats, driver, scene.parts), {
      ...emptySeats(scene.parts),
      known: numbers,
    }),
  );
}

/**
 * Puts the system on the stage; the returned function takes it off and closes the room.
 * @param studentName the name of a student by number, in the language of the page
 */
export function startDriving(studentName: (number: number) => string): () => void {
  nameOf = studentName;
  applied = undefined;
  appliedWholes = {};
  drive.setState(NOT_DRIVING, true);
  void change();
  const ends = [run.subscribe(takeFigures), restartAtEnd()];
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    timer = undefined;
    if (drive.getState().room) closeRoom();
    clearTimeout(timer);
    timer = undefined;
    closeDriven();
    drive.setState(NOT_DRIVING, true);
  };
}
