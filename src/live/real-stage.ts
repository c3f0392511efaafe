/**
 * Single requests of a real run on the stage. During the run or its playback the newest shot is shown, then
 * the next newest. Afterwards all of them can be played by the reader.
 */
import type { Progress } from '../bridge/workload/measured.ts';
import { type Shot, shotsOf } from '../bridge/workload/shots.ts';
import type { RealWorkload } from '../bridge/workload/workload.ts';
import { clampSpeed } from '../lib/speed.ts';
import { createPlayer, type Player, type RecordSource } from '../model/playback/player.ts';
import type { Recorded } from '../model/workers/protocol.ts';
import { isMotionReduced } from '../ui/motion.ts';
import { measurement } from './measurement-state.ts';
import { chunkOf, layoutOf, shotNs } from './shot-trace.ts';

/** Time of the median request on screen, seconds. */
const SECONDS = 2;

let player: Player | undefined;
/** The initial speed of the current player. */
let firstSpeed = 0;
let offer: ((progress: readonly Progress[]) => void) | undefined;

/** Clears the stage. */
export function clearStage(): void {
  player?.close();
  player = undefined;
  offer = undefined;
  measurement.setState({ stage: undefined });
}

/** Shows the samples of a run in progress. */
export function showNewest(workload: RealWorkload, cores: number, progress: readonly Progress[]): void {
  if (offer) {
    offer(progress);
    return;
  }
  const shots = shotsOf(progress, false);
  const first = shots.at(-1);
  if (!first) return;
  const newest = newestOf(first);
  offer = newest.offer;
  // The length is unknown.
  open(newest.source, layoutOf({ workload }, cores, Number.MAX_SAFE_INTEGER), shots, true);
}

/** Shows all of a completed run; nothing without sampled requests. */
export function showAll(workload: RealWorkload, cores: number, progress: readonly Progress[]): void {
  const shots = shotsOf(progress, true);
  // A speed chosen by the reader stays.
  const now = player?.playhead.speed;
  const speed = now === firstSpeed ? undefined : now;
  clearStage();
  if (shots.length === 0) return;
  const endNs = shots.reduce((sum, shot) => sum + shotNs(shot), 0);
  open(everyOf(shots), layoutOf({ workload }, cores, endNs), shots, false, speed);
}

function open(
  source: RecordSource,
  layout: ReturnType<typeof layoutOf>,
  shots: readonly Shot[],
  isLive: boolean,
  speed = speedFor(shots),
): void {
  firstSpeed = speed;
  player = createPlayer([{ id: 'a', layout, source }], {
    speed,
    startNs: 0,
    playing: !isMotionReduced(),
  });
  measurement.setState({ stage: { player, isLive, shots } });
}

/** The speed at which the median request takes some seconds on screen. */
function speedFor(shots: readonly Shot[]): number {
  const times = shots
    .flatMap(({ requests }) => requests.map(({ startUs, endsUs }) => (endsUs.at(-1) ?? startUs) - startUs))
    .sort((left, right) => left - right);
  return clampSpeed(Number((((times[times.length >> 1] ?? 0) * 1000) / SECONDS).toPrecision(2)) || 100_000);
}

/** All shots, one after the other. */
function everyOf(shots: readonly Shot[]): RecordSource {
  const record = async (): Promise<Recorded> => {
    let atNs = 0;
    const chunks = shots.map((shot) => {
      const chunk = chunkOf(shot, atNs);
      atNs = chunk.toNs;
      return chunk;
    });
    return { chunks, nowNs: atNs, done: true };
  };
  return { record, rewind: record };
}

/** The newest shot each time the player needs another. */
function newestOf(first: Shot): { source: RecordSource; offer: (progress: readonly Progress[]) => void } {
  let atNs = 0;
  let newest: Shot | undefined = first;
  let shownUs = Number.NEGATIVE_INFINITY;
  let answer: (() => void) | undefined;
  const take = (): Recorded | undefined => {
    if (!newest) return undefined;
    const chunk = chunkOf(newest, atNs);
    atNs = chunk.toNs;
    shownUs = newest.toUs;
    newest = undefined;
    return { chunks: [chunk], nowNs: atNs, done: false };
  };
  const record = (): Promise<Recorded> =>
    new Promise((resolve) => {
      const settle = () => {
        const recorded = take();
        if (recorded) resolve(recorded);
        else answer = settle;
      };
      settle();
    });
  return {
    source: { record, rewind: record },
    offer: (progress) => {
      const last = shotsOf(progress, false).at(-1);
      if (!last || last.toUs <= shownUs) return;
      // Of a shot that has grown since, only the rest is new.
      newest = last.fromUs < shownUs ? { ...last, fromUs: shownUs } : last;
      const waiting = answer;
      answer = undefined;
      waiting?.();
    },
  };
}
