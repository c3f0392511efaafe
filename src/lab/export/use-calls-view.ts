/** The system calls of one connection of each side, as a saveable view. */
import { useLocale, useTranslations } from 'use-intl';
import type { Cell } from '../../charts/chart.ts';
import { formatClock, formatDuration } from '../../lib/format.ts';
import { type Calls, type CallsView, callsOf } from '../../model/analysis/calls.ts';
import type { Player } from '../../model/playback/player.ts';
import { callWords } from '../../stage/calls.ts';
import { describeLane } from '../../stage/describe.ts';
import { useStore } from '../../ui/use-store.ts';
import { follow } from '../follow/follow-state.ts';
import { calls as lookedAt } from '../stage-view/calls-state.ts';
import { connectionOf, countsOf, ownCalls, viewOf } from '../stage-view/calls-view.ts';
import { useMessage, useTranslate } from '../stage-view/use-message.ts';
import { callsPicture } from './calls-picture.ts';
import type { Still, StillSide, StillView } from './use-still.ts';

export function useCallsView(player: Player): StillView {
  const t = useTranslations('zoom.calls');
  const phase = useTranslations('phases.at');
  const network = useTranslations('stage.overview')('wire');
  const translate = useTranslate();
  const locale = useLocale();
  const toText = useMessage();
  const chosen = useStore(lookedAt);
  const request = useStore(follow, ({ followed }) => followed?.request ?? -1);

  const viewAndCalls = ({
    id,
    track,
    frame,
  }: StillSide): { view: CallsView; calls: Calls; words: string } => {
    const count = track.layout.connections;
    const { connection } = connectionOf(track, frame, { request, chosen: chosen[id] });
    const view = viewOf(player, track, frame, connection);
    return { view, calls: callsOf(view), words: t('connection', { number: connection + 1, count }) };
  };
  const nameOf =
    ({ track }: StillSide) =>
    (lane: number) =>
      toText(describeLane(track.layout, lane));
  const scale = ({ sides: [first] }: Still) => {
    const { fromNs = 0, toNs = 0 } = first ? viewAndCalls(first).view : {};
    return t('scale', { duration: formatDuration(toNs - fromNs, locale) });
  };
  return {
    caption: (still) => {
      const each = still.sides.map((side) => {
        const { calls, words } = viewAndCalls(side);
        const values = countsOf(calls);
        return t('caption', { side: side.id.toUpperCase(), connection: words, ...values });
      });
      return [...each, scale(still)].join(' ');
    },
    table: ({ sides }) => ({
      caption: t('fileTable'),
      columns: [
        { title: t('thread'), unit: 'text' },
        { title: t('side'), unit: 'text' },
        { title: t('call'), unit: 'text' },
        { title: t('began'), unit: 'ns' },
        { title: t('took'), unit: 'ns' },
        { title: t('moved'), unit: 'number' },
      ],
      rows: sides.flatMap((side) => {
        const { calls } = viewAndCalls(side);
        const name = nameOf(side);
        const id = side.id.toUpperCase();
        const rows: Cell[][] = ownCalls(calls).map(({ lane, activity, bytes, fromNs, toNs, isOpen }) => [
          name(lane),
          id,
          callWords({ activity, bytes: undefined }, { message: translate }),
          fromNs,
          // A span that is still open has no length yet.
          isOpen ? undefined : toNs - fromNs,
          bytes,
        ]);
        const segments = calls.segments.map(({ isBack, fromNs, toNs, bytes }): Cell[] => [
          network,
          id,
          phase(isBack ? 'wireBack' : 'wireOut'),
          fromNs,
          toNs - fromNs,
          bytes,
        ]);
        return [...rows, ...segments].sort((one, other) => Number(one[3]) - Number(other[3]));
      }),
    }),
    canvas: (side) => {
      const { view, words } = viewAndCalls(side);
      return callsPicture({
        side: side.id,
        view,
        frame: side.frame,
        connection: words,
        nameOf: nameOf(side),
        instant: (ns, stepNs) => formatClock(ns, stepNs, locale),
      });
    },
    scale,
    dot: t('segment'),
  };
}
