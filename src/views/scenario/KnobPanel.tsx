import { useTranslations } from 'use-intl';
import { drawNewSeed } from '../../actions/edit.ts';
import { ui } from '../../stores/ui.ts';
import { Button } from '../shared/Button.tsx';
import { Guarded } from '../shared/Guarded.tsx';
import { Icon } from '../shared/Icon.tsx';
import { lazy, Suspense } from '../shared/prompt.tsx';
import { useIsBeginner } from '../shared/use-media.ts';
import { useStore } from '../shared/use-store.ts';
import { Knob } from './Knob.tsx';
import styles from './KnobPanel.module.css';
import { MAIN_KNOBS } from './knobs.ts';
import { PairPicker } from './PairPicker.tsx';

const AllSettings = lazy(() =>
  import('./AllSettings.tsx').then((module) => ({ default: module.AllSettings })),
);

/** Everything that can be changed: what is compared, the main knobs, and on request all others. */
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
        {MAIN_KNOBS.filter(({ isFirst }) => isFirst || !isBeginner).map(({ paths, sliderMax }) => (
          <Knob key={paths[0]} paths={paths} sliderMax={sliderMax} />
        ))}
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
        <details
          hidden={isBeginner}
          className={styles.all}
          open={showsAll}
          onToggle={(event) => ui.setState({ showsAll: event.currentTarget.open })}
        >
          <summary className={styles.summary}>
            {t('all')}
            <Icon name="chevron" />
          </summary>
          <Suspense>{showsAll && <AllSettings />}</Suspense>
        </details>
      </Guarded>
    </section>
  );
}
