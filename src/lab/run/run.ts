/**
 * Runs the pair: opens both sides in their recording workers, plays them, and counts complete runs for the summaries. The
 * newest pair wins; answers about older ones are dropped, and the old picture stays until the new one is there.
 */
import { speedForPair } from '../../lib/speed.ts';
import { askedAhead } from '../../model/playback/fetcher.ts';
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

/** Before the first summary is there, the speed at which a millisecond takes some seconds. */
const FIRST_SPEED = 300_000;
/** The run is counted for so long before its picture is there, ms: longer than a page takes for that; who counts next takes over. */
const HEAD_START_MS = 1_000;

/** What only a reader does to a player. */
const READERS: readonly Cause[] = ['play', 'pause', 'seek', 'step', 'speed'];

/** Counts the pairs that were asked for. */
let generation = 0;
let isOpening = false;
/** Ends the wait for the first picture of a pair that is no longer wanted. */
let giveUp: () => void = () => undefined;

/**
 * What an opened link wants of the next player; otherwise it goes on where the old one is. Whether it `byMotion` is paused is as the
 * reader's wish for motion says.
 */
export const nextView: { timeNs: number | 'start' | undefined; isPaused: boolean | 'byMotion' | undefined } =
  {
    timeNs: undefined,
    isPaused: undefined,
  };

/** Shows the present scenarios, at the model time that is on screen now. */
export function showPair(): void {
  generation++;
  giveUp();
  if (!isOpening) {
    isOpening = true;
    openNewest().finally(() => {
      isOpening = false;
    });
  }
  // Browsers take milliseconds for it, in which the workers are under way.
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

async function openPair(mine: number): Promise<void> {
  const old = run.getState().player;
  const here = old?.playhead.atStart ? 'start' : (old?.playhead.seekingNs ?? old?.timeNs);
  const wanted = nextView.timeNs ?? here;
  const beginNs = wanted === 'start' ? undefined : wanted;
  // Who wants no motion begins with a picture in which there is something to see.
  const paused = () => nextView.isPaused ?? (old ? !old.playhead.playing : 'byMotion');
  const isStill = isLab() && beginNs === undefined && paused() === 'byMotion' && isMotionReduced();
  // Its workers simulate another pair from now on: what a reader tells it is for the next player.
  let told: Playhead | undefined;
  old?.subscribe(() => {
    if (READERS.includes(old.playhead.cause)) told = old.playhead;
  });
  // Both workers are asked before anything awaits: they open the runs while the page draws what has changed in its knobs.
  const opening = Promise.all(SIDES.map((side) => openSide(side, mine, beginNs)));
  run.setState({ status: 'opening', failure: undefined });
  const [a, b] = await opening;
  if (!a || !b || mine !== generation) return;
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
  if (mine !== generation) {
    player.close();
    return;
  }
  // It may have been let go meanwhile.
  if (nextView.isPaused === false) player.play();
  if (told) obey(player, told);
  const isUnmoved = (paused() === 'byMotion' || run.getState().isUnmoved) && !player.playhead.playing;
  Object.assign(nextView, { timeNs: undefined, isPaused: undefined });
  player.subscribe(() => hear(player));
  const played = { a: a.course, b: b.course };
  run.setState({ player, played, isUnmoved, status: player.playhead.error === null ? 'ready' : 'failed' });
  old?.close();
  hear(player);
  // What the address said meanwhile was of the instant that the old one stood at.
  writeAddress();
  const onMedians = (mediansNs: readonly number[]) => {
    suggestSpeed(player, mediansNs);
    const { atStart, playing } = player.playhead;
    if (isStill && atStart && !playing) player.seek(Math.min(...mediansNs));
  };
  countPair(() => mine === generation, { onMedians }).catch((error) => {
    if (mine === generation) failed(error);
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

/** Opens what a side is to show from `beginNs` on; nothing when there is none. */
function openSide(side: SideName, mine: number, beginNs: number | undefined): Promise<OpenSide | undefined> {
  const open = async (course: Course | undefined) =>
    course && mine === generation
      ? { course, input: await openTrack(side, course, mine, beginNs) }
      : undefined;
  const course = courseOf(side, 'shown');
  return course instanceof Promise ? course.then(open) : open(course);
}

async function openTrack(
  side: SideName,
  { scenario, changes }: Course,
  mine: number,
  beginNs: number | undefined,
): Promise<TrackInput> {
  const worker = engine(side);
  const opening = worker.open(scenario, true, changes);
  // The worker holds one run: questions about an older one would be answered about this one, so they stay open.
  const ask = <T>(question: () => Promise<T>): Promise<T> =>
    mine === generation ? question() : new Promise<T>(() => {});
  const source: RecordSource = {
    record: (...stretch) => ask(() => worker.record(...stretch)),
    rewind: (...stretch) => ask(() => worker.rewind(...stretch)),
  };
  // The worker goes on to where the show will be without asking back.
  const asked = beginNs ? askedAhead(source, beginNs) : source;
  // And on from there while the page draws: places that are soon sought are near a checkpoint. Whoever counts is told what failed.
  worker.finish(HEAD_START_MS).catch(() => undefined);
  return {
    id: side,
    layout: await opening,
    source: asked,
    look: (...stretch) => ask(() => worker.look(...stretch)),
  };
}

/** Resolves when the player has something to show, has failed, or is no longer wanted. */
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

/** The speed of the page's own choice; undefined before there is one for what is opened. */
let speedSetHere: number | undefined;

/** What is opened next gets a speed of its own, whatever was right for the pair before; a speed that the reader has chosen stays. */
export function chooseSpeedAnew(): void {
  speedSetHere = undefined;
}

/** Takes over what the player says: the playhead for the DOM, a speed that was chosen, a failure. */
function hear(player: Player): void {
  if (run.getState().player !== player) return;
  const now = player.playhead;
  playhead.setState({ now });
  if (now.playing && run.getState().isUnmoved) run.setState({ isUnmoved: false });
  if (now.error !== null) failed(now.error);
  const isOwnChoice = ui.getState().speed === undefined && now.speed === speedSetHere;
  if (now.cause === 'speed' && !isOwnChoice) ui.setState({ speed: now.speed });
  if (now.cause !== 'tick') writeAddress();
}

/** Sets a speed at which one can follow a request, unless the reader has chosen one or can follow as it is. */
function suggestSpeed(player: Player, mediansNs: readonly number[]): void {
  if (ui.getState().speed !== undefined || run.getState().player !== player) return;
  const suggested = speedForPair(mediansNs, speedSetHere);
  if (suggested === speedSetHere) return;
  speedSetHere = suggested;
  player.setSpeed(suggested);
}

/** Says that the engine failed; the last good picture stays. */
export function failed(error: unknown): void {
  run.setState({ status: 'failed', failure: engineProblem(error) });
}

/** Plays the same runs again from the beginning: same luck. */
export function startAgain(): void {
  run.getState().player?.start();
}
