import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { HighlightWords } from '../shared/HighlightMarks.tsx';
import styles from './Timeline.module.css';

export interface ChosenBarProps {
  /** The activity of the thread; empty without a choice. */
  readonly text: string;
  /** Whether it is the bar of one thread, which can be stepped through. */
  readonly isLane: boolean;
  /** Its request. */
  readonly request: number | undefined;
  /** Whether it owns the keys: no request is followed. */
  readonly hasKeys: boolean;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onFollow: () => void;
}

/** The chosen bar as text, with its actions. */
export function ChosenBar({ text, isLane, request, hasKeys, onStep, onFollow }: ChosenBarProps) {
  const t = useTranslations('profile.timeline.chosen');
  const withKey = (label: string, key: string) => (hasKeys ? `${label} (${key})` : label);
  return (
    <div className={styles.chosen}>
      <p>{text || t('none')}</p>
      <HighlightWords />
      {isLane && (
        <span className={styles.controls}>
          <Button variant="small" title={withKey(t('previous'), ',')} onClick={() => onStep(-1)}>
            ‹ {t('previous')}
          </Button>
          <Button variant="small" title={withKey(t('next'), '.')} onClick={() => onStep(1)}>
            {t('next')} ›
          </Button>
          {request !== undefined && (
            <Button
              variant="small"
              title={withKey(t('follow', { request: `#${request}` }), 'F')}
              onClick={onFollow}
            >
              {t('follow', { request: `#${request}` })}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
