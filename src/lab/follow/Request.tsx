import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatClock } from '../../lib/format.ts';
import { endingOf } from '../../model/analysis/journey.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useDeferred } from '../../ui/prompt.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { HighlightWords } from '../shared/HighlightMarks.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Chooser } from './Chooser.tsx';
import { CodeLens } from './CodeLens.tsx';
import { followRequest } from './follow.ts';
import { type Followed, follow, type Trail } from './follow-state.ts';
import { chosenRequest, firstFailed, toFirstAnswer, watchFollowed } from './followed-requests.ts';
import { LedgerTable } from './LedgerTable.tsx';
import styles from './Request.module.css';
import { RequestNotFound, useMissingRequest } from './RequestNotFound.tsx';
import { SpaceTimeChart } from './SpaceTimeChart.tsx';
import { SwimLaneChart } from './SwimLaneChart.tsx';
import { Why } from './Why.tsx';

/** Facts of the request: number, caller, connection, begin, duration. */
function TrailFacts({ followed, trail }: { readonly followed: Followed; readonly trail: Trail }) {
  const t = useTranslations('follow');
  const words = useWords();
  const locale = useLocale();
  const { journey, recorded } = trail;
  // An excerpt is limited: a request open at its end may end long before the run does.
  const isCut = !trail.journey.isWhole && recorded.excerpt.toNs < recorded.layout.endNs;
  const { beginNs, endNs, connection, caller, legs, failure } = journey;
  return (
    <div className={styles.heading}>
      <h3 className={styles.title}>
        <SideBadge side={followed.side} />{' '}
        {t('title', { request: `#${journey.id}`, caller: words.count(caller + 1) })}
      </h3>
      <p className={styles.note}>
        {t(isCut ? 'factsCut' : 'facts', {
          until: formatClock(recorded.excerpt.toNs, 1000, locale),
          has: legs.some(({ phase }) => phase === 'fanOut') ? 'parts' : connection < 0 ? 'none' : 'one',
          connection: connection + 1,
          begin: formatClock(beginNs, 1000, locale),
          ending: endingOf(journey),
          why: failure ? t(`failure.${failure}`) : '',
          total: words.duration(endNs - beginNs),
        })}
      </p>
    </div>
  );
}

/** The panel of one request: its facts, time ledger and waits. */
export function Request() {
  useEffect(watchFollowed, []);
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return (
    <div ref={place} className={styles.request}>
      <Chooser />
      <Parts />
    </div>
  );
}

function Parts() {
  // A request that waited for the whole run has many parts; the deferred render keeps the page responsive.
  const {
    followed,
    compared: comparedRequest,
    followedTrail,
    comparedTrail,
    leg,
  } = useDeferred(useStore(follow));
  if (!followed) return <Nothing />;
  if (!followedTrail) return <Missing followed={followed} isAbsent={followedTrail === null} />;
  const compared =
    comparedRequest && comparedTrail ? { followed: comparedRequest, trail: comparedTrail } : undefined;
  return (
    <div className={styles.parts} aria-live="off" data-compared={compared ? '' : undefined}>
      <div className={styles.facts}>
        <TrailFacts followed={followed} trail={followedTrail} />
        {comparedRequest && !comparedTrail && (
          <Missing followed={comparedRequest} isAbsent={comparedTrail === null} />
        )}
        {compared && <TrailFacts followed={compared.followed} trail={compared.trail} />}
      </div>
      <LedgerTable followed={followed} trail={followedTrail} {...(compared ? { compared } : {})} />
      <div className={styles.beside}>
        <Answer leg={leg}>
          {(announce) => (
            <Why
              key={`${followed.side}${followed.request} ${leg}`}
              followed={followed}
              trail={followedTrail}
              leg={leg}
              onStep={announce}
            />
          )}
        </Answer>
        <div className={styles.drawings}>
          <HighlightWords />
          <SpaceTimeChart followed={followed} trail={followedTrail} />
          <SwimLaneChart followed={followed} trail={followedTrail} />
        </div>
      </div>
      <Guarded name="code">
        <CodeLens followed={followed} trail={followedTrail} />
      </Guarded>
    </div>
  );
}

interface AnswerProps {
  readonly leg: number | undefined;
  readonly children: (announce: (step: string) => void) => ReactNode;
}

/**
 * The answer for the chosen line: announces its newest step, and scrolls into view where there is no room
 * next to the table.
 */
function Answer({ leg, children }: AnswerProps) {
  const place = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  useEffect(() => {
    if (leg !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [leg]);
  return (
    <div ref={place}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {children(announce)}
    </div>
  );
}

/**
 * Without a followed request: explains following and offers one start. Before the first reply that is the
 * slowest request; without any, the first failure.
 */
function Nothing() {
  const t = useTranslations('follow.empty');
  const [side = 'a'] = useShownSides();
  const choose = useTranslations('follow.choose');
  const [isNone, setIsNone] = useState(false);
  const begin = async () => {
    const found =
      (await chosenRequest(side, 'slowest')) ?? (await toFirstAnswer(side)) ?? (await firstFailed(side));
    setIsNone(!found);
    followRequest(found);
  };
  return (
    <div className={styles.nothing}>
      <h3>{t('title')}</h3>
      <p>{t('text')}</p>
      <Button variant="strong" onClick={begin}>
        {t('example')}
      </Button>
      <p role="status">{isNone && choose('neverAnswered', { side: side.toUpperCase(), failed: 'none' })}</p>
    </div>
  );
}

interface MissingProps {
  readonly followed: Followed;
  /** The run has no such request; otherwise the search is still running. */
  readonly isAbsent: boolean;
}

function Missing({ followed, isAbsent }: MissingProps) {
  const t = useTranslations('follow.choose');
  const absence = useMissingRequest(isAbsent ? followed : undefined);
  const last = absence?.kind === 'caller' ? absence.request : undefined;
  return (
    <div>
      <p role="status">
        <RequestNotFound followed={followed} absence={absence} />
      </p>
      {last !== undefined && (
        <Button variant="small" onClick={() => followRequest({ side: followed.side, request: last })}>
          {t('followFirst', { request: `#${last}` })}
        </Button>
      )}
    </div>
  );
}
