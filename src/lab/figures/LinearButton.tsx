import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';

export interface LinearButtonProps {
  readonly isLinear: boolean;
  readonly onChange: (isLinear: boolean) => void;
}

/** Toggles an axis between linear and logarithmic. */
export function LinearButton({ isLinear, onChange }: LinearButtonProps) {
  const t = useTranslations('plots.percentiles');
  return (
    <Button variant="small" aria-pressed={isLinear} onClick={() => onChange(!isLinear)}>
      {t('linear')}
    </Button>
  );
}
