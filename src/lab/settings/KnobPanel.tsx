import type { SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { useIsBeginner } from '../shared/use-media.ts';
import { AllSettings } from './AllSettings.tsx';
import { drawNewSeed } from './edit.ts';
import { Knob } from './Knob.tsx';
import styles from './KnobPanel.module.css';
import { MAIN_KNOBS } from './knobs.ts';
import { PairPicker } from './PairPicker.tsx';
import { SlowCommands } from './SlowCommands.tsx';

const SLOW_KNOBS = MAIN_KNOBS.filter(({ slow }) => slow !== undefined);

/** Opens or closes the list of all settings. It is below the knobs: opened by the user, it moves into sight. */
function toggleAll({ currentTarget: list }: SyntheticEvent<HTMLDetailsElement>): void {
  const isNew = list.open && !ui.getState().showsAll;
  ui.setState({ showsAll: list.open });
  if (isNew) requestAnimationFrame(() => list.scrollIntoView({ block: 'start' }));
}

/** All settings: the compared pair, the main settings and, on request, the rest. */
export function KnobPanel() {
  const t = useTranslations('lab.knobs');
  const isBeginner = useIsBeginner();
  const showsAll = useStore(ui, (state) => state.showsAll);
  return (
    <section className={styles.panel} id="knobs" tabIndex={-1} aria-labelledby="knobs-title">
      <h2 id="knobs-title" className="visually-hidden">
        {t('label')}
      </h2>
      <PairPicker />
      <div className={styles.knobs}>
        {MAIN_KNOBS.filter(({ isFirst }) => isFirst || !isBeginner).map(({ paths, sliderMax, slow }) =>
          slow === undefined ? (
            <Knob key={paths[0]} paths={paths} sliderMax={sliderMax} />
          ) : (
            slow === 'share' && <SlowCommands key="slow" knobs={SLOW_KNOBS} />
          ),
        )}
        {isBeginner || (
          <Guarded name="luck">
            <Button onClick={() => drawNewSeed()}>
              <Icon name="dice" />
              {t('newSeed')}
            </Button>
          </Guarded>
        )}
      </div>
      <Guarded name="all">
        <details className={styles.all} open={showsAll} onToggle={toggleAll}>
          <summary className={styles.summary}>
            {t('all')}
            <Icon name="chevron" />
          </summary>
          {showsAll && <AllSettings />}
        </details>
      </Guarded>
      {isBeginner && <p className={styles.hint}>{t('hint')}</p>}
    </section>
  );
}
