import { useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { carryOut } from '../../actions/keys.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { lazy, Suspense } from '../shared/prompt.tsx';
import styles from './LateText.module.css';
import type { StageTextProps } from './StageText.tsx';

const StageText = lazy(() => import('./StageText.tsx').then((module) => ({ default: module.StageText })));

/** The stage in words, which comes with its messages when there is something to say, or when somebody asks for it. */
export function LateText(props: Omit<StageTextProps, 'first'>) {
  const [first, setFirst] = useState<StageTextProps['first']>();
  if (!first) return <Offer player={props.player} onWanted={setFirst} />;
  const waiting = <Offer player={props.player} />;
  return (
    <PartTexts part="describe" fallback={waiting}>
      <Suspense fallback={waiting}>
        <StageText {...props} first={first} />
      </Suspense>
    </PartTexts>
  );
}

interface OfferProps extends Pick<StageTextProps, 'player'> {
  readonly onWanted?: (first: NonNullable<StageTextProps['first']>) => void;
}

/** Its look before it is there. */
function Offer({ player, onWanted }: OfferProps) {
  const t = useTranslations('stage.text');
  useLayoutEffect(() => {
    if (!onWanted) return;
    const ends = [
      carryOut('describe', () => onWanted('now')),
      carryOut('changes', () => onWanted('now')),
      carryOut('threads', () => onWanted('threads')),
      // What plays is not told; whoever stops it hears where it stands.
      player.subscribe(() => {
        const { cause, playing } = player.playhead;
        if (!playing && ['pause', 'step', 'seek', 'end'].includes(cause)) onWanted('now');
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [player, onWanted]);
  return (
    <section className={styles.text}>
      <details className={styles.details} onToggle={() => onWanted?.('words')}>
        <summary>{t('title')}</summary>
      </details>
      <Button look="small" aria-expanded={false} onClick={() => onWanted?.('threads')}>
        {t('threadsOpen')}
      </Button>
    </section>
  );
}
