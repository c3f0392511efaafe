import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { DETENTS, detentOf } from '../../lib/speed.ts';
import type { Player } from '../../model/playback/player.ts';
import { SYNCS, type SyncName } from '../../model/scenario/url.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { openPanel } from '../appearance/appearance.ts';
import { follow } from '../follow/follow-state.ts';
import { Sheet, type SheetState } from '../shared/Sheet.tsx';
import { useMedia } from '../shared/use-media.ts';
import { usePlayheadValue } from '../stage-view/use-playhead.ts';
import styles from './PaceSheet.module.css';
import { setSync, toggleElastic } from './pace.ts';

/** The named speeds with their meaning, where the transport has no room for names. */
function SpeedChoices({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  const speed = usePlayheadValue(player, (now) => now.speed);
  const chosen = detentOf(speed)?.id;
  const title = useId();
  return (
    <RadioGroup
      labelledBy={title}
      className={styles.choices}
      value={chosen}
      onChoose={(id) => player.setSpeed(DETENTS.find((detent) => detent.id === id)?.nsPerSecond ?? speed)}
    >
      <p id={title} className={styles.legend}>
        {t('speed')} <kbd className={styles.key}>[</kbd> <kbd className={styles.key}>]</kbd>
      </p>
      {DETENTS.map(({ id }) => (
        <label key={id} className={styles.choice}>
          <Radio value={id} />
          <span>
            {t(`detent.${id}`)}
            <span className={styles.hint}>{t(`detentHint.${id}`)}</span>
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}

/** Where the transport has one row (NarrowLab.module.css). */
const SIDEWAYS = '(min-width: 640px) and (max-width: 899px) and (max-height: 480px)';

/** The alignment of the two sides, and whether time is stretched for one request; below its button. */
export function PaceSheet({ player, isOpen, trigger, onClose }: SheetState & { readonly player: Player }) {
  return (
    <Sheet {...{ isOpen, trigger, onClose }} titleId="pace-title" className={styles.sheet}>
      <Choices player={player} onClose={onClose} />
    </Sheet>
  );
}

function Choices({ player, onClose }: Pick<SheetState, 'onClose'> & { readonly player: Player }) {
  const t = useTranslations('pace');
  const { sync, isElastic, only } = useStore(ui);
  const isFollowed = useStore(follow, ({ followed }) => followed !== undefined);
  const elasticHint = useId();
  const together = useId();
  const isSideways = useMedia(SIDEWAYS);
  const needsRequest = !isFollowed && (isElastic || (sync === 'request' && only === undefined));
  return (
    <>
      <header className={styles.header}>
        <h2 id="pace-title" className={styles.title}>
          {t('title')}
        </h2>
        <Button variant="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      {isSideways && (
        <Guarded name="speed">
          <SpeedChoices player={player} />
        </Guarded>
      )}
      <RadioGroup labelledBy={together} className={styles.choices} value={sync} onChoose={setSync}>
        <p id={together} className={styles.legend}>
          {t('together')} <kbd className={styles.key}>G</kbd>
        </p>
        {only === undefined ? (
          SYNCS.map((name) => <Sync key={name} name={name} />)
        ) : (
          <p className={styles.hint}>{t('alone')}</p>
        )}
      </RadioGroup>
      <label className={styles.choice}>
        <Checkbox isOn={isElastic} describedBy={elasticHint} onChange={toggleElastic} />
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
              <Button variant="small" onClick={() => openPanel('request')}>
                {t('choose')}
              </Button>
            </Guarded>
          </>
        )}
      </p>
    </>
  );
}

function Sync({ name }: { readonly name: SyncName }) {
  const t = useTranslations('pace');
  const hint = useId();
  return (
    <label className={styles.choice}>
      <Radio value={name} describedBy={hint} />
      <span>
        {t(`sync.${name}`)}
        <span id={hint} className={styles.hint}>
          {t(`hint.${name}`)}
        </span>
      </span>
    </label>
  );
}
