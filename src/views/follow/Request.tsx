import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { followRequest } from '../../actions/follow.ts';
import { chosenRequest, toFirstAnswer, watchFollowed } from '../../actions/trails.ts';
import { type Followed, follow } from '../../stores/follow.ts';
import { Button } from '../shared/Button.tsx';
import { Guarded } from '../shared/Guarded.tsx';
import { LitWords } from '../shared/LitWords.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Chooser } from './Chooser.tsx';
import { CodeLens } from './CodeLens.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import styles from './Request.module.css';
import { SpaceTimeChart } from './SpaceTimeChart.tsx';
import { SwimLaneChart } from './SwimLaneChart.tsx';
import { TrailFacts } from './TrailFacts.tsx';
import { Why } from './Why.tsx';

/** The panel of one request: which one, where its time went, what it waited for. */
export function Request() {
  useEffect(watchFollowed, []);
  return (
    <PartTexts part="describe">
      <PartTexts part="follow">
        <div className={styles.request}>
          <Chooser />
          <Parts />
        </div>
      </PartTexts>
    </PartTexts>
  );
}

function Parts() {
  // What is known of a request that has waited for the whole run is drawn part by part, and the page answers in between.
  const { one, other, oneTrail, otherTrail, leg } = useDeferredValue(useStore(follow));
  if (!one) return <Nothing />;
  if (!oneTrail) return <Missing followed={one} isAbsent={oneTrail === null} />;
  const compared = other && otherTrail ? { followed: other, trail: otherTrail } : undefined;
  return (
    <div className={styles.parts} aria-live="off" data-compared={compared ? '' : undefined}>
      <div className={styles.facts}>
        <TrailFacts followed={one} trail={oneTrail} />
        {other && !otherTrail && <Missing followed={other} isAbsent={otherTrail === null} />}
        {compared && <TrailFacts followed={compared.followed} trail={compared.trail} />}
      </div>
      <LedgerTable one={one} trail={oneTrail} {...(compared ? { compared } : {})} />
      <div className={styles.beside}>
        <Answer leg={leg}>
          <Why key={`${one.side}${one.request} ${leg}`} followed={one} trail={oneTrail} leg={leg} />
        </Answer>
        <div className={styles.drawings}>
          <LitWords />
          <SpaceTimeChart followed={one} trail={oneTrail} />
          <SwimLaneChart followed={one} trail={oneTrail} />
        </div>
      </div>
      <Guarded name="code">
        <CodeLens followed={one} trail={oneTrail} />
      </Guarded>
    </div>
  );
}

/** What is said of the line that is chosen: read out, and brought into sight where there is no room beside the table. */
function Answer({ leg, children }: { readonly leg: number | undefined; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (leg !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [leg]);
  return (
    <div ref={place} aria-live="polite">
      {children}
    </div>
  );
}

/** Nobody is followed yet: what that would be, and one way to begin. Before the first answer, that one is the slowest. */
function Nothing() {
  const t = useTranslations('follow.empty');
  const [side = 'a'] = useShownSides();
  const begin = async () =>
    followRequest((await chosenRequest(side, 'slowest')) ?? (await toFirstAnswer(side)));
  return (
    <div className={styles.nothing}>
      <h3>{t('title')}</h3>
      <p>{t('text')}</p>
      <Button look="strong" onClick={begin}>
        {t('example')}
      </Button>
    </div>
  );
}

interface MissingProps {
  readonly followed: Followed;
  /** The run has no such request; otherwise it is still being looked for. */
  readonly isAbsent: boolean;
}

function Missing({ followed: { side, request }, isAbsent }: MissingProps) {
  const t = useTranslations('follow');
  const facts = { side: side.toUpperCase(), request: `#${request}` };
  return <p role="status">{isAbsent ? t('absent', facts) : t('searching', facts)}</p>;
}
