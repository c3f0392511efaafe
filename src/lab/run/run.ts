/**
 * Runs the pair: opens both sides in their recording workers, plays them, and simulates complete runs for the
 * summaries. The newest pair wins; results of older ones are dropped. The old picture stays until the new one
 * is ready.
 */
import { speedForPair } from '../../lib/speed.ts';
import { prefetched } from '../../model/playback/fetcher.ts';
import {
  type Cause,
  createPlayer,
  type Player,
  type Playhead,
  type RecordSource,
  type TrackInput,
} from '../../model/playback/player.ts';
import type { Course } from '../../model/scenario/course.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { isMotionReduced } from '../../ui/motion.ts';
import { ui } from '../../ui/ui-state.ts';
import { isLab } from '../link/address.ts';
import { writeAddress } from '../link/link.ts';
import { SIDES } from '../settings/experiment-state.ts';
import { countPair } from './count.ts';
import { courseOf } from './course.ts';
import { engine, engineProblem } from './engines.ts';
import { playhead, run } from './run-state.ts';

/** Speed before the first summary: a millisecond takes some seconds. */
const FIRST_SPEED = 300_000;
/** Name of the mark in the browser's timeline at which the stage has its first picture; `.ci/budget.mjs` reads it. */
const FIRST_PICTURE = 'first-picture';
/**
 * Simulation ahead of the first picture, ms: longer than a page takes to show it. `count.ts` continues
 * afterwards.
 */
const HEAD_START_MS = 1_000;

/** Actions of the player that only a reader starts. */
const READERS: readonly Cause[] = ['play', 'pause', 'seek', 'step', 'speed'];

/** Counts the requested pairs. */
let generation = 0;
let isOpening = false;
/** Stops the wait for the first picture of a pair that was replaced. */
let giveUp: () => void = () => undefined;

/**
 * Settings of an opened link for the next player; without them it continues at the old instant. `byMotion`:
 * paused under reduced motion.
 */
export const nextView: { timeNs: number | 'start' | undefined; isPaused: boolean | 'byMotion' | undefined } =
  {
    timeNs: undefined,
    isPaused: undefined,
  };

/** Shows the current scenarios at the current model time. */
export function showPair(): void {
  generation++;
  giveUp();
  if (!isOpening) {
    isOpening = true;
    openNewest().finally(() => {
      isOpening = false;
    });
  }
  // Browsers take milliseconds for it, while the workers run.
  writeAddress();
  const { a, b } = run.getState();
  run.setState({ a: { ...a, isStale: true, progress: 0 }, b: { ...b, isStale: true, progress: 0 } });
}

async function openNewest(): Promise<void> {
  let opened = -1;
  while (opened !== generation) {
    opened = generation;
    try {
      await openPair(opened);
    } catch (error) {
      if (opened === generation) failed(error);
    }
  }
}

async function openPair(token: number): Promise<void> {
  const old = run.getState().player;
  const currentPosition = old?.playhead.atStart ? 'start' : (old?.playhead.seekingNs ?? old?.timeNs);
  const wanted = nextView.timeNs ?? currentPosition;
  const beginNs = wanted === 'start' ? undefined : wanted;
  // Under reduced motion the first picture is an instant with requests in progress.
  const paused = () => nextView.isPaused ?? (old ? !old.playhead.playing : 'byMotion');
  const isStill = isLab() && beginNs === undefined && paused() === 'byMotion' && isMotionReduced();
  // Its workers now simulate another pair: the reader's actions on it are kept for the next player.
  let previousPlayhead: Playhead | undefined;
  old?.subscribe(() => {
    if (READERS.includes(old.playhead.cause)) previousPlayhead = old.playhead;
  });
  // Both workers are called before the first await: they open the runs while the page renders the changed
  // settings.
  const opening = Promise.all(SIDES.map((side) => openSide(side, token, beginNs)));
  run.setState({ status: 'opening', failure: undefined });
  const [a, b] = await opening;
  if (!a || !b || token !== generation) return;
  const inputs = [a.input, b.input];
  const player = createPlayer(inputs, {
    speed: ui.getState().speed ?? speedSetHere ?? FIRST_SPEED,
    ...(beginNs === undefined
      ? {}
      : { startNs: Math.min(beginNs, ...inputs.map(({ layout }) => layout.endNs)) }),
    isNewest: nextView.timeNs === undefined && old?.playhead.isNewest,
    playing: paused() === 'byMotion' ? !isMotionReduced() : !paused(),
  });
  await firstPicture(player);
  if (token !== generation) {
    player.close();
    return;
  }
  // It may have been told to play or to wait while its first picture was under way.
  if (nextView.isPaused === false) player.play();
  else if (nextView.isPaused === true && player.playhead.playing) {
    player.pause();
    if (beginNs !== undefined) player.seek(beginNs);
    else player.start();
  }
  if (previousPlayhead) obey(player, previousPlayhead);
  const isUnmoved = (paused() === 'byMotion' || run.getState().isUnmoved) && !player.playhead.playing;
  Object.assign(nextView, { timeNs: undefined, isPaused: undefined });
  player.subscribe(() => followPlayer(player));
  player.addPainter(() => followLate(player));
  const played = { a: a.course, b: b.course };
  if (!old) performance.mark(FIRST_PICTURE);
  run.setState({ player, played, isUnmoved, status: player.playhead.error === null ? 'ready' : 'failed' });
  old?.close();
  followPlayer(player);
  // The address was written with the instant of the old player.
  writeAddress();
  const onMedians = (mediansNs: readonly number[]) => {
    suggestSpeed(player, mediansNs);
    const { atStart, playing } = player.playhead;
    if (isStill && atStart && !playing) player.seek(Math.min(...mediansNs));
  };
  countPair(() => token === generation, { onMedians }).catch((error) => {
    if (token === generation) failed(error);
  });
}

function obey(player: Player, { atStart, seekingNs, timeNs, isNewest, speed, playing }: Playhead): void {
  if (atStart) player.start();
  else player.seek(seekingNs ?? timeNs, undefined, isNewest);
  player.setSpeed(speed);
  if (playing) player.play();
  else player.pause();
}

interface OpenSide {
  readonly course: Course;
  readonly input: TrackInput;
}

/** Opens the run of a side from `beginNs` on; undefined when there is none. */
function openSide(side: SideName, token: number, beginNs: number | undefined): Promise<OpenSide | undefined> {
  const open = async (course: Course | undefined) =>
    course && token === generation
      ? { course, input: await openTrack(side, course, token, beginNs) }
      : undefined;
  const course = courseOf(side, 'shown');
  return course instanceof Promise ? course.then(open) : open(course);
}

async function openTrack(
  side: SideName,
  { scenario, changes, process }: Course,
  token: number,
  beginNs: number | undefined,
): Promise<TrackInput> {
  const worker = engine(side);
  const opening = worker.open(scenario, true, changes, process);
  // The worker holds one run: calls about an older one would get results of this one, so they stay pending.
  const ask = <T>(question: () => Promise<T>): Promise<T> =>
    token === generation ? question() : new Promise<T>(() => {});
  const source: RecordSource = {
    record: (...stretch) => ask(() => worker.record(...stretch)),
    rewind: (...stretch) => ask(() => worker.rewind(...stretch)),
  };
  // The worker simulates ahead to the start of playback without further calls.
  const recordSource = beginNs ? prefetched(source, beginNs) : source;
  // It continues from there while the page renders, so that later seeks are near a checkpoint. The caller of
  // the summary gets the error.
  worker.finish(HEAD_START_MS).catch(() => undefined);
  return {
    id: side,
    layout: await opening,
    source: recordSource,
    look: (...stretch) => ask(() => worker.look(...stretch)),
  };
}

/** Resolves when the player has a picture, has failed, or was replaced. */
function firstPicture(player: Player): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = player.subscribe(() => {
      const isKnown = player.tracks.every(({ frame }) => frame.known);
      if (isKnown || player.playhead.error !== null) giveUp();
    });
    giveUp = () => {
      unsubscribe();
      resolve();
    };
  });
}

/** The speed that the page chose; undefined before that. */
let speedSetHere: number | undefined;

/** The next pair gets a speed chosen for it; a speed set by the reader stays. */
export function chooseSpeedAnew(): void {
  speedSetHere = undefined;
}

/** Whether a tick of the player is not in the state yet. */
let isLate = false;

/** Copies the last tick to the state. */
function followLate(player: Player): void {
  if (!isLate || run.getState().player !== player) return;
  isLate = false;
  playhead.setState({ now: player.playhead });
}

/** Copies the player's reports to the state: playhead, chosen speed, failure. A tick follows with the next frame. */
function followPlayer(player: Player): void {
  if (run.getState().player !== player) return;
  const now = player.playhead;
  // Texts change with the clock; charts a frame later, so that no frame has both.
  isLate = now.cause === 'tick';
  if (!isLate) playhead.setState({ now });
  if (now.playing && run.getState().isUnmoved) run.setState({ isUnmoved: false });
  if (now.error !== null) failed(now.error);
  const isOwnChoice = ui.getState().speed === undefined && now.speed === speedSetHere;
  if (now.cause === 'speed' && !isOwnChoice) ui.setState({ speed: now.speed });
  if (now.cause !== 'tick') writeAddress();
}

/**
 * Sets a speed at which a request can be followed, unless the reader chose one or the current one is
 * suitable.
 */
function suggestSpeed(player: Player, mediansNs: readonly number[]): void {
  if (ui.getState().speed !== undefined || run.getState().player !== player) return;
  const suggested = speedForPair(mediansNs, speedSetHere);
  if (suggested === speedSetHere) return;
  speedSetHere = suggested;
  player.setSpeed(suggested);
}

/** Reports a failure of the engine; the last good picture stays. */
export function failed(error: unknown): void {
  run.setState({ status: 'failed', failure: engineProblem(error) });
}

/** Restarts the same runs with the same seed. */
export function startAgain(): void {
  run.getState().player?.start();
}
