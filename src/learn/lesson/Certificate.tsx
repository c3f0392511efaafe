import { correction, generate } from 'lean-qr';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { qrPath } from '../../lib/qr.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useStore } from '../../ui/use-store.ts';
import { NOTHING } from '../lessons/progress.ts';
import styles from './Certificate.module.css';
import { learn, learnProgress } from './learn-state.ts';
import { useLessonGoal, useLessonTitle } from './lesson-words.ts';
import { Prose } from './Prose.tsx';

export interface CertificateProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** A printable certificate with the run that proves it. */
export function Certificate({ id, onClose }: CertificateProps) {
  const t = useTranslations('learn.certificate');
  const title = useLessonTitle()(id);
  const goal = useLessonGoal()(id);
  const [name, setName] = useState('');
  const { passed = '', link, wasShown } = useStore(learnProgress, (state) => state.lessons[id] ?? NOTHING);
  const goals = useStore(learn, ({ reveal }) => reveal?.check.goals ?? []);
  return (
    <Modal title={t('title')} intro={t('intro')} onClose={onClose}>
      <article className={styles.certificate}>
        <label className={styles.name}>
          <span>{t('name')}</span>
          <input
            type="text"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p className={styles.statement}>{t('statement', { title })}</p>
        <p>{goal}</p>
        {goals.length > 0 && (
          <section>
            <h3>{t('goals')}</h3>
            <ul>
              {goals.map(({ id: goalId }) => (
                <li key={goalId}>
                  <Prose section={`check.${goalId}`} isInline />
                </li>
              ))}
            </ul>
            {wasShown && <p>{t('shown')}</p>}
          </section>
        )}
        {passed !== '' && (
          <p>
            {t('fingerprint')}: <code className={styles.fingerprint}>{passed}</code>
          </p>
        )}
        {link !== undefined && <Code address={location.href.replace(/#.*$/s, '') + link} />}
      </article>
      <p className={styles.print}>
        <Button variant="strong" onClick={() => print()}>
          {t('print')}
        </Button>
      </p>
    </Modal>
  );
}

/** Quiet zone that scanners need around the code, modules (ISO/IEC 18004). */
const QUIET = 4;

function Code({ address }: { readonly address: string }) {
  const t = useTranslations('learn.certificate');
  const code = generate(address, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q });
  const size = code.size + 2 * QUIET;
  return (
    <div className={styles.run}>
      <svg
        viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
        role="img"
        aria-label={t('code')}
        shapeRendering="crispEdges"
      >
        {/* Black on white in every theme: scanners expect it. */}
        <rect x={-QUIET} y={-QUIET} width="100%" height="100%" fill="#fff" />
        <path d={qrPath(code.size, (x, y) => code.get(x, y))} fill="#000" />
      </svg>
      <p>{t('again')}</p>
    </div>
  );
}
