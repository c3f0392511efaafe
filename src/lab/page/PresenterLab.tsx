import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { useAccess } from '../../ui/Guarded.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PointerHalo } from '../../ui/PointerHalo.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { togglePresenting } from '../appearance/appearance.ts';
import { Headline } from './Headline.tsx';
import lab from './Lab.module.css';
import { Panels } from './Panels.tsx';
import styles from './PresenterLab.module.css';
import { Problems, TransportBar } from './parts.tsx';
import { StagePane } from './StagePane.tsx';
import { useLeftPanels } from './use-left-panels.ts';

/** The presenter view: the metrics and the stage or a result panel, large, without other text. */
export function PresenterLab() {
  const t = useTranslations('app.display');
  const panels = useTranslations('lab.panels');
  const hasStage = useAccess('stage') !== 'hidden';
  const hasPanels = useLeftPanels().length > 0;
  const isAtResults = useStore(ui, (state) => state.tab === 'results');
  const turn = () => ui.setState({ tab: isAtResults ? 'stage' : 'results' });
  return (
    <div className={lab.presenter}>
      <Button
        variant="quiet"
        className={styles.leave}
        aria-label={t('leave')}
        title={`${t('leave')} (P)`}
        onClick={togglePresenting}
      >
        <Icon name="close" />
      </Button>
      <div className={styles.problems}>
        <Problems />
      </div>
      {hasStage && hasPanels && (
        <Button variant="quiet" className={styles.turn} aria-pressed={isAtResults} onClick={turn}>
          {panels('label')}
        </Button>
      )}
      <Headline />
      {hasPanels && (isAtResults || !hasStage) ? (
        <div className={lab.results}>
          <ErrorBoundary>
            <Panels />
          </ErrorBoundary>
        </div>
      ) : (
        hasStage && <StagePane />
      )}
      <TransportBar />
      <PointerHalo />
    </div>
  );
}
