import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { showRecorded } from '../reproductions/evidence.ts';
import { Agreement } from './Agreement.tsx';
import { Answers } from './Answers.tsx';
import { CheckIt } from './CheckIt.tsx';
import { Costs } from './Costs.tsx';
import { Defaults } from './Defaults.tsx';
import { Fits } from './Fits.tsx';
import { LeftOut } from './LeftOut.tsx';
import styles from './Model.module.css';
import { Modelled } from './Modelled.tsx';

/** The card's sections in order; each has an address: `#/model/costs`. */
const SECTIONS = [
  'answers',
  'modelled',
  'leftOut',
  'costs',
  'defaults',
  'fits',
  'agreement',
  'check',
] as const;
type SectionId = (typeof SECTIONS)[number];

/** The element id of a section. */
const placeOf = (id: string): string => `model-${id}`;

/** Scrolls to a section and moves the focus there. */
function goTo(id: string): void {
  const heading = document.getElementById(placeOf(id));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

const CONTENTS: Readonly<Record<SectionId, () => ReactNode>> = {
  answers: Answers,
  modelled: Modelled,
  leftOut: LeftOut,
  costs: Costs,
  defaults: Defaults,
  fits: Fits,
  agreement: Agreement,
  check: CheckIt,
};

/** The model's card: mechanisms, simplifications, sources of numbers, accuracy. */
export function Model() {
  useEffect(() => void showRecorded(), []);
  const t = useTranslations('model');
  const { section } = useParams();
  usePageTitle(t('title'));
  // Scrolls to the section of the address.
  useEffect(() => {
    if (section !== undefined) goTo(section);
  }, [section]);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <header className={styles.header}>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
          <Button onClick={() => print()}>{t('print')}</Button>
        </header>
        <nav className={styles.contents} aria-label={t('contents')}>
          <ol>
            {SECTIONS.map((id) => (
              <li key={id}>
                <Link href={`/model/${id}`} onClick={() => goTo(id)}>
                  {t(`sections.${id}`)}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sections}>
          {SECTIONS.map((id) => {
            const Content = CONTENTS[id];
            return (
              <section key={id} className={styles.section} aria-labelledby={placeOf(id)}>
                <h2 id={placeOf(id)} tabIndex={-1}>
                  {t(`sections.${id}`)}
                </h2>
                <Content />
              </section>
            );
          })}
        </div>
      </div>
    </div>
  );
}
