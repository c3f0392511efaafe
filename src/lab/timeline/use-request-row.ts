import { useEffect, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { stateOf } from '../../charts/phase-groups.ts';
import { prose } from '../../charts/prose.ts';
import { type Counterpart, counterpartOf } from '../../model/analysis/counterpart.ts';
import { endingOf, type Journey, type PhaseName, stayName } from '../../model/analysis/journey.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import type { RequestBar, RequestRow } from '../../stage/timeline-request.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Followed, follow, type Trail } from '../follow/follow-state.ts';
import { trailOf } from '../follow/followed-requests.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';

/**
 * The comparison of the followed request: the reader's choice, or the same request on the other visible side.
 * Undefined during the look-up, and without one.
 */
function useCounterpart(player: Player, track: Track, trail: Trail | undefined) {
  const compared = useStore(follow, ({ compared }) => compared);
  const comparedTrail = useStore(follow, ({ comparedTrail }) => comparedTrail);
  const side = useShownSides().find((id) => id !== track.id && player.tracks.some((each) => each.id === id));
  const request = trail?.journey.id;
  const [twin, setTwin] = useState<{ readonly followed: Followed; readonly trail: Trail }>();
  useEffect(() => {
    setTwin(undefined);
    if (compared || request === undefined || !side) return;
    let isWanted = true;
    const followed = { side, request };
    void trailOf(followed, () => isWanted).then((found) => {
      if (isWanted && found) setTwin({ followed, trail: found });
    });
    return () => {
      isWanted = false;
    };
  }, [compared, request, side]);
  if (!trail) return undefined;
  if (compared) return comparedTrail ? { followed: compared, journey: comparedTrail.journey } : undefined;
  return twin && { followed: twin.followed, journey: twin.trail.journey };
}

/** Margin above the row, CSS pixels. */
const TOP = 4;

/** The followed request's row with its comparison, and both as text. */
export function useRequestRow(
  player: Player,
  track: Track,
  trail: Trail | undefined,
): { readonly row: RequestRow | undefined; readonly words: string | undefined } {
  const t = useTranslations('profile.timeline');
  const phase = useTranslations('phases.names');
  const locale = useLocale();
  const words = useWords();
  const counterpart = useCounterpart(player, track, trail);
  return useMemo(() => {
    if (!trail) return { row: undefined, words: undefined };
    const { journey } = trail;
    const found = counterpart && counterpartOf(journey, counterpart.journey);
    const bar = (
      side: Track['id'],
      name: string,
      { legs }: Journey,
      alone: readonly PhaseName[],
    ): RequestBar => ({
      side,
      name,
      legs: legs.map((leg) => ({
        ...leg,
        state: stateOf(leg.phase),
        name: phase(stayName(leg)),
        isAlone: alone.includes(leg.phase),
      })),
    });
    const request = `#${journey.id}`;
    const requestRow = bar(track.id, t('request', { request }), journey, found?.onlyFirst ?? []);
    if (!counterpart || !found)
      return { row: { ...requestRow, id: journey.id, y: TOP, beside: undefined }, words: undefined };
    const side = counterpart.followed.side.toUpperCase();
    const isSame = counterpart.journey.id === journey.id;
    const name = isSame
      ? t('twin.same', { side })
      : t('twin.other', { request: `#${counterpart.journey.id}`, side });
    const lasts = ({ beginNs, endNs, isWhole }: Journey): string => {
      const time = words.duration(endNs - beginNs);
      return isWhole ? time : t('twin.moreThan', { time });
    };
    const differenceTexts = ({ beginShiftNs, onlyFirst, onlySecond }: Counterpart): string[] => [
      t('twin.when', {
        request: `#${counterpart.journey.id}`,
        side,
        order: beginShiftNs > 0 ? 'later' : beginShiftNs < 0 ? 'earlier' : 'same',
        by: words.duration(Math.abs(beginShiftNs)),
        time: lasts(counterpart.journey),
        own: lasts(journey),
        ending: endingOf(counterpart.journey),
        ownEnding: endingOf(journey),
      }),
      ...(
        [
          [request, track.id, onlyFirst],
          [`#${counterpart.journey.id}`, counterpart.followed.side, onlySecond],
        ] as const
      ).flatMap(([id, at, phases]) =>
        phases.length === 0
          ? []
          : [
              t('twin.only', {
                request: id,
                side: at.toUpperCase(),
                phases: new Intl.ListFormat(locale).format(phases.map((each) => phase(each))),
              }),
            ],
      ),
      t('twin.key'),
    ];
    return {
      row: {
        ...requestRow,
        id: journey.id,
        y: TOP,
        beside: bar(counterpart.followed.side, name, counterpart.journey, found.onlySecond),
      },
      words: prose(differenceTexts(found)),
    };
  }, [trail, counterpart, track, t, phase, locale, words]);
}
