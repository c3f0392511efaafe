import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../lab/link/link.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { AdviceResult } from './AdviceResult.tsx';
import { sharedAddress } from './actions.ts';
import { GoalForm } from './GoalForm.tsx';
import { Knobs } from './Knobs.tsx';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** A goal, what may change, and the smallest change that meets it. */
export function AdviceSection({ subject }: { readonly subject: Subject }) {
  const t = useTranslations('system.advice');
  const names = useId();
  return (
    <section className={styles.section} aria-labelledby={`${names}-title`}>
      <h2 id={`${names}-title`}>{t('title')}</h2>
      <p className={styles.soft}>{t('intro')}</p>
      <GoalForm />
      <Knobs subject={subject} />
      <ShareButton />
      <Found subject={subject} />
    </section>
  );
}

/** The search and its result. The forms above it need not be drawn again while it runs. */
function Found({ subject }: { readonly subject: Subject }) {
  const advice = useStore(system, (state) => state.advice);
  const isAdvising = useStore(system, (state) => state.isAdvising);
  return (
    <>
      {isAdvising && <Searching stage={advice?.stage ?? 'search'} count={advice?.done ?? 0} />}
      {advice && <AdviceResult advice={advice} subject={subject} isDone={!isAdvising} />}
    </>
  );
}

/** A link with which a colleague gets the same findings and the same advice. */
function ShareButton() {
  const t = useTranslations('system.advice');
  const [isPacking, setIsPacking] = useState(false);
  const share = async () => {
    setIsPacking(true);
    const address = await sharedAddress();
    setIsPacking(false);
    const outcome =
      address === undefined ? 'linkTooLong' : (await copyText(address)) ? 'copied' : 'notCopied';
    announce(t(outcome), { isVisible: true });
  };
  return (
    <p className={styles.actions}>
      <Button variant="small" aria-disabled={isPacking} onClick={() => !isPacking && void share()}>
        {t('share')}
      </Button>
      <span className={styles.soft}>{t('shareNote')}</span>
    </p>
  );
}

function Searching({ stage, count }: { readonly stage: string; readonly count: number }) {
  const t = useTranslations('system.advice');
  const text = `${t(`stages.${stage as 'search'}`)} ${t('searching', { count })}`;
  return (
    <div className={styles.actions}>
      <Progress value={undefined} max={1} label={text} />
      <span className={styles.soft}>{text}</span>
    </div>
  );
}
