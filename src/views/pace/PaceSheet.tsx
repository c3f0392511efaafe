import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { openPanel } from '../../actions/appearance.ts';
import { setSync, toggleElastic } from '../../actions/pace.ts';
import { SYNCS, type SyncName } from '../../scenario/url.ts';
import { follow } from '../../stores/follow.ts';
import { ui } from '../../stores/ui.ts';
import { Button } from '../shared/Button.tsx';
import { Guarded } from '../shared/Guarded.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { Sheet, type SheetState } from '../shared/Sheet.tsx';
import styles from './PaceSheet.module.css';

/** What keeps the two sides together, and whether time is stretched for one request; below its button. */
export function PaceSheet({ isOpen, trigger, onClose }: SheetState) {
  return (
    <PartTexts part="pace" fallback={trigger}>
      <Sheet {...{ isOpen, trigger, onClose }} titleId="pace-title" className={styles.sheet}>
        <Choices onClose={onClose} />
      </Sheet>
    </PartTexts>
  );
}

function Choices({ onClose }: Pick<SheetState, 'onClose'>) {
  const t = useTranslations('pace');
  const { sync, isElastic, only } = useStore(ui);
  const isFollowed = useStore(follow, ({ one }) => one !== undefined);
  const elasticHint = useId();
  const needsRequest = !isFollowed && (isElastic || (sync === 'request' && only === undefined));
  return (
    <>
      <header className={styles.header}>
        <h2 id="pace-title" className={styles.title}>
          {t('title')}
        </h2>
        <Button look="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>
          {t('together')} <kbd className={styles.key}>G</kbd>
        </legend>
        {only === undefined ? (
          SYNCS.map((name) => <Sync key={name} name={name} isChosen={sync === name} />)
        ) : (
          <p className={styles.hint}>{t('alone')}</p>
        )}
      </fieldset>
      <label className={styles.choice}>
        <input type="checkbox" checked={isElastic} aria-describedby={elasticHint} onChange={toggleElastic} />
        <span>
          {t('elastic')} <kbd className={styles.key}>E</kbd>
          <span id={elasticHint} className={styles.hint}>
            {t('elasticHint')}
          </span>
        </span>
      </label>
      <p role="status" className={styles.needs}>
        {needsRequest && (
          <>
            {t('needsRequest')}{' '}
            <Guarded name="request">
              <Button look="small" onClick={() => openPanel('request')}>
                {t('choose')}
              </Button>
            </Guarded>
          </>
        )}
      </p>
    </>
  );
}

function Sync({ name, isChosen }: { readonly name: SyncName; readonly isChosen: boolean }) {
  const t = useTranslations('pace');
  const hint = useId();
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name="sync"
        checked={isChosen}
        aria-describedby={hint}
        onChange={() => setSync(name)}
      />
      <span>
        {t(`sync.${name}`)}
        <span id={hint} className={styles.hint}>
          {t(`hint.${name}`)}
        </span>
      </span>
    </label>
  );
}
