import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Followed } from './follow-state.ts';
import { type MissingRequest, whyMissing } from './missing-request.ts';

/** Why a run shows no request with this number; undefined during the search, or when it is found. */
export function useMissingRequest(followed: Followed | undefined): MissingRequest | undefined {
  const [found, setFound] = useState<MissingRequest>();
  useEffect(() => {
    let isWanted = true;
    setFound(undefined);
    if (followed) void whyMissing(followed, () => isWanted).then((absence) => isWanted && setFound(absence));
    return () => {
      isWanted = false;
    };
  }, [followed]);
  return found;
}

interface AbsentProps {
  readonly followed: Followed;
  readonly absence: MissingRequest | undefined;
}

/** The reason as a sentence. */
export function RequestNotFound({ followed: { side, request }, absence }: AbsentProps) {
  const t = useTranslations('follow');
  const facts = { side: side.toUpperCase(), request: `#${request}` };
  if (!absence) return t('searching', facts);
  if (absence.kind === 'end') return t('absent', facts);
  if (absence.kind === 'refused') {
    const by = absence.by.map((refusal) => t(`failure.${refusal}`)).join(t('joiner'));
    return t('refused', { ...facts, by: by || 'none' });
  }
  const { caller, nth, lastNth, isOver, request: last } = absence;
  return t('absentCaller', {
    ...facts,
    caller: caller + 1,
    nth,
    lastNth,
    lastRequest: `#${last}`,
    isOver: String(isOver),
  });
}
