import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { TabTrigger } from '../../ui/TabTrigger.tsx';
import { Batches } from './Batches.tsx';
import { Claims } from './Claims.tsx';
import { showRecorded, stopCounting } from './evidence.ts';
import { Measured } from './Measured.tsx';
import { Overlays } from './Overlays.tsx';
import styles from './Reproductions.module.css';
import { SaveReport } from './SaveReport.tsx';

const TABS = ['claims', 'batches', 'measured', 'files'] as const;

const CONTENTS: Readonly<Record<(typeof TABS)[number], () => ReactNode>> = {
  claims: Claims,
  batches: Batches,
  measured: Measured,
  files: Overlays,
};

/** The evidence of the model and its agreement: claims, a published table, measurements. */
export function Reproductions() {
  useEffect(() => {
    void showRecorded();
    return stopCounting;
  }, []);
  const t = useTranslations('evidence');
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t('title')}</h1>
        <p>
          {t('intro')} <Link href="/model">{t('model')}</Link>
        </p>
        <SaveReport />
      </header>
      <Tabs.Root defaultValue={TABS[0]}>
        <Tabs.List className={styles.tabs} aria-label={t('title')}>
          {TABS.map((tab) => (
            <TabTrigger key={tab} value={tab} className={styles.tab}>
              {t(`tabs.${tab}`)}
            </TabTrigger>
          ))}
        </Tabs.List>
        {TABS.map((tab) => {
          const Content = CONTENTS[tab];
          return (
            <Tabs.Content key={tab} value={tab} className={styles.content}>
              <h2 className="visually-hidden">{t(`tabs.${tab}`)}</h2>
              <Content />
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
    </div>
  );
}
