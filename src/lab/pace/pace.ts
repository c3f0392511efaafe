/**
 * The alignment of the two sides and elastic time for the followed request: configures the player. Loaded
 * when anything but model time at one speed is requested.
 */
import { elasticPace } from '../../model/analysis/elastic.ts';
import { phaseLockstep } from '../../model/analysis/phase-lockstep.ts';
import { completedLockstep } from '../../model/playback/completed-lockstep.ts';
import type { Lockstep, Player } from '../../model/playback/player.ts';
import { completedAt } from '../../model/playback/tally.ts';
import { SYNCS, type SyncName } from '../../model/scenario/url.ts';
import { type UiState, ui } from '../../ui/ui-state.ts';
import { type FollowState, follow } from '../follow/follow-state.ts';
import { trailOf, watchFollowed } from '../follow/followed-requests.ts';
import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';

let isKept = false;
/** The last configuration of the player. */
let configured: { player: Player; lockstep: readonly unknown[]; pace: readonly unknown[] } | undefined;
/** Grows with every search for the followed request on the other side. */
let generation = 0;

/** Starts to pace the player by the page's state. Idempotent. */
export function keepPace(): void {
  if (isKept) return;
  isKept = true;
  watchFollowed();
  ui.subscribe(apply);
  follow.subscribe(apply);
  run.subscribe((now, before) => {
    if (now.player !== before.player) apply();
  });
  apply();
}

/** Sets the alignment of the sides; the link keeps it. */
export function setSync(sync: SyncName): void {
  keepPace();
  ui.setState({ sync });
  writeAddress();
}

/** Selects the next alignment, for a key. */
export const nextSync = (): void =>
  setSync(SYNCS[(SYNCS.indexOf(ui.getState().sync) + 1) % SYNCS.length] ?? 'time');

/** Toggles elastic time; the link keeps it. */
export function toggleElastic(): void {
  keepPace();
  ui.setState(({ isElastic }) => ({ isElastic: !isElastic }));
  writeAddress();
}

/** The effective alignment: a single side, or an unknown request, allows model time only. */
export function presentSync(
  { sync, only }: Pick<UiState, 'sync' | 'only'>,
  { followed, followedTrail, twinTrail }: Pick<FollowState, 'followed' | 'followedTrail' | 'twinTrail'>,
): SyncName {
  if (only !== undefined) return 'time';
  if (sync !== 'request') return sync;
  return followed && followedTrail?.journey.isWhole && twinTrail?.journey.isWhole ? 'request' : 'time';
}

function apply(): void {
  const { player } = run.getState();
  if (!player) return;
  if (configured?.player !== player) {
    configured = { player, lockstep: [], pace: [] };
    // The runs changed: the request has to be looked up again on the other side.
    follow.setState({ twinTrail: undefined });
  }
  const state = follow.getState();
  const wanted = ui.getState();
  const sync = presentSync(wanted, state);
  const lockstep = [sync, ...(sync === 'request' ? [state.followedTrail, state.twinTrail] : [])];
  if (!isSame(configured.lockstep, lockstep)) {
    const isFirst = configured.lockstep.length === 0;
    configured.lockstep = lockstep;
    if (sync !== 'time' || !isFirst) player.setLockstep(lockstepOf(sync, state));
  }
  const journey =
    wanted.isElastic && state.followedTrail?.journey.isWhole ? state.followedTrail.journey : undefined;
  if (!isSame(configured.pace, [journey])) {
    configured.pace = [journey];
    player.setPace(journey && elasticPace(journey));
  }
  if (
    wanted.sync === 'request' &&
    wanted.only === undefined &&
    state.followedTrail &&
    state.twinTrail === undefined
  )
    void findTwin();
}

const isSame = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((value, i) => value === right[i]);

function lockstepOf(
  sync: SyncName,
  { followed, followedTrail, twinTrail }: FollowState,
): Lockstep | undefined {
  if (sync === 'completed') return completedLockstep;
  if (sync !== 'request' || !followed || !followedTrail || !twinTrail) return undefined;
  return phaseLockstep(followed.side, followedTrail.journey, twinTrail.journey);
}

let searched: unknown;

/** Looks up the followed request on the other side. */
async function findTwin(): Promise<void> {
  const { followed, followedTrail } = follow.getState();
  if (!followed || searched === followedTrail) return;
  searched = followedTrail;
  const token = ++generation;
  const isWanted = () => token === generation && follow.getState().followedTrail === followedTrail;
  const twin = await trailOf(
    { side: followed.side === 'a' ? 'b' : 'a', request: followed.request },
    isWanted,
  );
  if (isWanted()) follow.setState({ twinTrail: twin ?? null });
}

/** Requests that the leading side has completed at the playhead; undefined while that is not recorded. */
export function completedNow({ tracks }: Player): number | undefined {
  const lead = tracks.find(({ id }) => id === completedLockstep.lead);
  const count = lead ? completedAt(lead.recording, lead.frame.timeNs) : Number.NaN;
  // The count between two completions is fractional; only complete ones count.
  return Number.isNaN(count) ? undefined : Math.floor(count + 1e-6);
}
